/** What a Final Cut Pro file refers to: formats, files and the effect that titles are made by. */
import type { MediaClip, ProjectDocument, Rate } from "@cutroom/timeline";
import type { Sources } from "../formats.ts";
import { frameDuration, seconds } from "./time.ts";
import { xml } from "./xml.ts";
import type { XmlElement } from "./xml.ts";

interface Format {
  readonly rate: Rate;
  readonly width: number;
  readonly height: number;
}

const TITLE_EFFECT = {
  name: "Basic Title",
  uid: ".../Titles.localized/Bumper:Opener.localized/Basic Title.localized/Basic Title.moti",
};

/** Hands out an id for each resource and remembers them in order. */
export class Resources {
  readonly #document: ProjectDocument;
  readonly #sources: Sources;
  readonly #ids = new Map<string, string>();
  readonly #elements: XmlElement[] = [];

  constructor(document: ProjectDocument, sources: Sources) {
    this.#document = document;
    this.#sources = sources;
  }

  elements(): readonly XmlElement[] {
    return this.#elements;
  }

  projectFormat(): string {
    return this.#format(this.#document.settings);
  }

  #format({ rate, width, height }: Format): string {
    return this.#once(`format ${rate.n}/${rate.d} ${width}x${height}`, (id) =>
      xml("format", {
        id,
        frameDuration: frameDuration(rate),
        width: String(width),
        height: String(height),
        colorSpace: "1-1-1 (Rec. 709)",
      }),
    );
  }

  titleEffect(): string {
    return this.#once("title", (id) => xml("effect", { id, ...TITLE_EFFECT }));
  }

  /** A still has a size and no frames of its own. */
  #stillFormat(width: number, height: number): string {
    return this.#once(`still ${width}x${height}`, (id) =>
      xml("format", {
        id,
        name: "FFVideoFormatRateUndefined",
        width: String(width),
        height: String(height),
      }),
    );
  }

  asset(clip: MediaClip): string {
    const source = this.#sources.get(clip.assetId);
    const video = source?.facts.video ?? null;
    const format = this.#assetFormat(clip, video);
    const hasAudio = source ? source.facts.audio !== null : clip.mediaKind === "audio";
    const name = source?.name ?? clip.name;
    return this.#once(`asset ${clip.assetId}`, (id) =>
      xml(
        "asset",
        {
          id,
          name,
          start: "0s",
          duration: seconds(clip.sourceDuration ?? 0),
          ...(format === null ? {} : { hasVideo: "1", format, videoSources: "1" }),
          ...(hasAudio
            ? {
                hasAudio: "1",
                audioSources: "1",
                audioChannels: String(source?.facts.audio?.channels ?? 2),
                audioRate: "48000",
              }
            : {}),
        },
        [xml("media-rep", { kind: "original-media", src: `./${encodeURIComponent(name)}` })],
      ),
    );
  }

  #assetFormat(clip: MediaClip, video: Format | null): string | null {
    if (video === null) return clip.mediaKind === "audio" ? null : this.projectFormat();
    if (clip.mediaKind === "image") return this.#stillFormat(video.width, video.height);
    return this.#format(video);
  }

  #once(key: string, make: (id: string) => XmlElement): string {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = `r${this.#ids.size + 1}`;
    this.#ids.set(key, id);
    this.#elements.push(make(id));
    return id;
  }
}
