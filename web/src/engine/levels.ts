/** How loud each track and the mix are right now, for meters. */

/** Reads the last instant of what sounds; 1 is full scale. */
export interface LevelReader {
  /** Largest samples of both sides of a track; of the whole mix when `trackId` is null. */
  readonly peaks: (trackId: string | null) => { readonly left: number; readonly right: number };
}

const SILENCE = { left: 0, right: 0 } as const;

/** Meters are drawn far from where sound is made; this is what they share. */
export class Levels {
  #reader: LevelReader | null = null;

  /** The sound that is heard from now on; null: none. */
  attach(reader: LevelReader | null): void {
    this.#reader = reader;
  }

  peaks(trackId: string | null): { readonly left: number; readonly right: number } {
    return this.#reader?.peaks(trackId) ?? SILENCE;
  }
}
