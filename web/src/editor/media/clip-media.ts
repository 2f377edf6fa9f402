import type { Asset } from "@cutroom/contracts";
import { type SoundPeaks, readSoundPeaks } from "@cutroom/compiler";
import { type Peaks, parsePeaks } from "./peaks.ts";

type Filmstrip = NonNullable<Asset["urls"]["filmstrip"]>;

/** Pictures and peaks of one asset, as far as they are loaded. */
export interface ClipMedia {
  readonly sprite: { readonly image: CanvasImageSource; readonly strip: Filmstrip } | null;
  readonly still: HTMLImageElement | null;
  readonly peaks: Peaks | null;
}

interface Loaded {
  sound: SoundPeaks | null;
  sprite: HTMLImageElement | null;
  still: HTMLImageElement | null;
  peaks: Peaks | null;
  wanted: Set<string>;
}

export interface ClipMediaCache {
  /** Peaks of an asset as the compiler wants them; null until they are loaded. Asks for nothing. */
  readonly soundOf: (assetId: string) => SoundPeaks | null;
  /** What is there now; asks for the rest, once. */
  readonly of: (asset: Asset) => ClipMedia;
  /** Runs whenever more of any asset is there; the answer stops it. */
  readonly onLoaded: (run: () => void) => () => void;
}

const EMPTY: ClipMedia = { sprite: null, still: null, peaks: null };

function loadPicture(url: string, take: (image: HTMLImageElement) => void, fail: () => void): void {
  const image = new Image();
  image.crossOrigin = "anonymous";
  image.decoding = "async";
  image.addEventListener("load", () => take(image));
  image.addEventListener("error", fail);
  image.src = url;
}

/**
 * Loads filmstrips, stills and peaks by asset, not by URL: signed links change, the content does
 * not. `onLoad` asks for a redraw; `onStale` that the links expired and the asset is read again.
 */
export function createClipMediaCache(deps: {
  readonly onLoad: () => void;
  readonly onStale: (assetId: string) => void;
}): ClipMediaCache {
  const byAsset = new Map<string, Loaded>();
  const listeners = new Set([deps.onLoad]);
  const loaded = () => listeners.forEach((run) => run());

  const picture = (asset: Asset, url: string, keep: (image: HTMLImageElement) => void) => {
    const take = (image: HTMLImageElement) => {
      keep(image);
      loaded();
    };
    loadPicture(url, take, () => deps.onStale(asset.id));
  };
  const peaks = async (asset: Asset, url: string, entry: Loaded) => {
    try {
      const answer = await fetch(url);
      if (!answer.ok) {
        deps.onStale(asset.id);
        return;
      }
      const file = await answer.arrayBuffer();
      entry.peaks = parsePeaks(file);
      entry.sound = readSoundPeaks(new Uint8Array(file));
      loaded();
    } catch {
      deps.onStale(asset.id);
    }
  };
  const want = (entry: Loaded, url: string | null | undefined, load: (url: string) => void) => {
    if (url === null || url === undefined || entry.wanted.has(url)) return;
    entry.wanted.add(url);
    load(url);
  };
  return {
    onLoaded: (run) => {
      listeners.add(run);
      return () => void listeners.delete(run);
    },
    soundOf: (assetId) => byAsset.get(assetId)?.sound ?? null,
    of: (asset) => {
      if (asset.state !== "READY") return EMPTY;
      let entry = byAsset.get(asset.id);
      if (entry === undefined) {
        entry = { sprite: null, still: null, peaks: null, sound: null, wanted: new Set() };
        byAsset.set(asset.id, entry);
      }
      const known = entry;
      const strip = asset.urls.filmstrip;
      if (known.sprite === null) {
        want(known, strip?.url, (url) => picture(asset, url, (image) => (known.sprite = image)));
      }
      if (strip === null && known.still === null) {
        const url = asset.urls.poster ?? asset.urls.proxy;
        if (asset.facts?.kind !== "audio") {
          want(known, url, (from) => picture(asset, from, (image) => (known.still = image)));
        }
      }
      if (known.peaks === null)
        want(known, asset.urls.peaks, (url) => void peaks(asset, url, known));
      return {
        sprite: known.sprite && strip ? { image: known.sprite, strip } : null,
        still: known.still,
        peaks: known.peaks,
      };
    },
  };
}
