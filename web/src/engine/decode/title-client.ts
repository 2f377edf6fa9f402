/** Titles are drawn in a worker: the rasteriser would hold the page for tens of milliseconds. */
import type { PlanRect, DrawnSpec } from "@cutroom/compiler";
import type { TitleAnswer, TitleRequest } from "./title-worker.ts";

export interface RasterisedTitle {
  readonly png: Uint8Array;
  /** Straight alpha, the size of `rect`. */
  readonly rgba: Uint8Array;
  readonly rect: PlanRect;
}

export interface TitleRasteriser {
  rasterise(spec: DrawnSpec): Promise<RasterisedTitle>;
}

export class TitleClient implements TitleRasteriser {
  readonly #worker: Worker;
  readonly #waiting = new Map<
    number,
    { resolve: (title: RasterisedTitle) => void; reject: (cause: Error) => void }
  >();
  #next = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.addEventListener("message", (event: MessageEvent<TitleAnswer>) => {
      const { id, title, problem } = event.data;
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (title) waiting?.resolve(title);
      else waiting?.reject(new Error(problem ?? "title failed"));
    });
    worker.addEventListener("error", () => this.#failAll("the title worker stopped"));
  }

  rasterise(spec: DrawnSpec): Promise<RasterisedTitle> {
    const id = this.#next;
    this.#next += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, spec } satisfies TitleRequest, []);
    });
  }

  close(): void {
    this.#worker.terminate();
    this.#failAll("closed");
  }

  #failAll(problem: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(problem));
    this.#waiting.clear();
  }
}
