/** Finds the library's file behind a reference: by its id and bytes, then by name and length. */
import type { Flicks, MediaFacts, SourceAsset } from "@cutroom/timeline";
import { framesToFlicks } from "@cutroom/timeline";
import type { MissingFile } from "../import-result.ts";
import { flicksOf } from "./rational.ts";
import { ours } from "./shape.ts";
import type { Reference } from "./shape.ts";

/** Asset ids that begin so are no file's: a clip that has one waits to be given a file. */
const OFFLINE = "offline-";
/** No file's sha256. */
const NO_CHECKSUM = "f".repeat(64);

/** Is this the id of a file that an imported timeline asks for and the library has not? */
export function isOfflineId(assetId: string): boolean {
  return assetId.startsWith(OFFLINE);
}

/** Programs count the last frame differently, and sound that runs on. */
const TOLERANCE = framesToFlicks(2, { n: 24, d: 1 });

export interface MediaMatch {
  readonly assetId: string;
  readonly checksum: string;
  /** Null when the file is not in the library. */
  readonly facts: MediaFacts | null;
  readonly name: string;
}

/** The last part of a URL or a path, as a person would call the file. */
function fileNameOf(url: string): string {
  const last = url.split(/[\\/]/).at(-1) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** What the file can be cut from, in flicks. */
export function lengthOf(facts: MediaFacts): Flicks {
  const { video, duration } = facts;
  return video ? Math.max(duration, framesToFlicks(video.frameCount, video.rate)) : duration;
}

export class MediaMatcher {
  readonly #byId: ReadonlyMap<string, SourceAsset>;
  readonly #byName = new Map<string, SourceAsset[]>();
  readonly #missing = new Map<string, { assetId: string; name: string; clipCount: number }>();

  constructor(library: readonly SourceAsset[]) {
    this.#byId = new Map(library.map((asset) => [asset.assetId, asset]));
    for (const asset of library) {
      const key = asset.name.toLowerCase();
      this.#byName.set(key, [...(this.#byName.get(key) ?? []), asset]);
    }
  }

  /** `needed`: how far into the file the clip reads. */
  match(reference: Reference, clipName: string, needed: Flicks): MediaMatch {
    const own = ours(reference);
    const ownId = typeof own["assetId"] === "string" ? own["assetId"] : null;
    const byId = ownId === null ? undefined : this.#byId.get(ownId);
    if (byId && byId.checksum === own["checksum"]) return { ...byId };
    const url = fileNameOf(reference.target_url ?? "");
    const names = [url, reference.name ?? "", clipName].filter((name) => name !== "");
    for (const name of names) {
      const found = this.#byName
        .get(name.toLowerCase())
        ?.find((asset) => this.#isLong(asset, reference, needed));
      if (found) return { ...found };
    }
    return this.#offline(names[0] ?? "", ownId ?? url);
  }

  has(assetId: string, checksum: string): boolean {
    return this.#byId.get(assetId)?.checksum === checksum;
  }

  missing(): MissingFile[] {
    return [...this.#missing.values()];
  }

  /** Of the announced length, to within a frame or so; or long enough where none is announced. */
  #isLong({ facts }: SourceAsset, reference: Reference, needed: Flicks): boolean {
    if (facts.kind === "image") return true;
    const announced = reference.available_range?.duration;
    const length = lengthOf(facts);
    if (needed > length) return false;
    return announced === undefined || Math.abs(flicksOf(announced) - length) <= TOLERANCE;
  }

  #offline(name: string, key: string): MediaMatch {
    const known = this.#missing.get(`${key}/${name}`);
    const file = known ?? {
      assetId: `${OFFLINE}${this.#missing.size + 1}`,
      name,
      clipCount: 0,
    };
    file.clipCount += 1;
    this.#missing.set(`${key}/${name}`, file);
    return { assetId: file.assetId, checksum: NO_CHECKSUM, facts: null, name };
  }
}
