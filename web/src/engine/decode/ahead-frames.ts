/**
 * The few decoded frames around the playhead, as the decoder gave them. Not copied: a copy costs
 * a conversion for each frame, and decoders stop when too many of their own are held.
 */
export interface HeldFrame {
  close(): void;
}

export class AheadFrames<F extends HeldFrame> {
  readonly #frames = new Map<number, F>();

  get size(): number {
    return this.#frames.size;
  }

  /** Takes the frame over and closes it when it is passed. */
  put(sourceFrame: number, frame: F): void {
    this.#frames.get(sourceFrame)?.close();
    this.#frames.set(sourceFrame, frame);
  }

  get(sourceFrame: number): F | null {
    return this.#frames.get(sourceFrame) ?? null;
  }

  /** The newest frame at or before `sourceFrame`. */
  latestBefore(sourceFrame: number): F | null {
    let newest = -1;
    for (const at of this.#frames.keys()) if (at <= sourceFrame && at > newest) newest = at;
    return this.get(newest);
  }

  /** The playhead is at `sourceFrame`: of all before it only the newest stays, as a stand-in. */
  passTo(sourceFrame: number): void {
    const standIn = this.latestBefore(sourceFrame);
    for (const [at, frame] of this.#frames) {
      if (at >= sourceFrame || frame === standIn) continue;
      frame.close();
      this.#frames.delete(at);
    }
  }

  clear(): void {
    for (const frame of this.#frames.values()) frame.close();
    this.#frames.clear();
  }
}
