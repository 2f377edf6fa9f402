/** How the player gets frames of one clip; both ways of decoding follow it. */
export interface FrameReader {
  /** Playing forwards: keep the frames from `sourceFrame` on decoded ahead. Returns at once. */
  follow(sourceFrame: number, speed: number): void;
  /**
   * Puts frames [from, to] into the cache. Of calls that wait, only the newest is served.
   * Rejects when the file cannot be read or decoded.
   */
  fill(from: number, to: number): Promise<void>;
  /** A frame that following has decoded; draw it at once. */
  peek(sourceFrame: number): CanvasImageSource | null;
  /** The newest such frame at or before `sourceFrame`, for a machine that cannot keep up. */
  peekLate(sourceFrame: number): CanvasImageSource | null;
  /** No more following; keeps what is decoded. */
  rest(): void;
  close(): void;
}

export interface FrameReaderParts {
  readonly assetId: string;
  readonly fps: number;
  readonly frameCount: number;
  readonly onFailure: (assetId: string, cause: unknown) => void;
}
