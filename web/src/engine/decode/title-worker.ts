/** Worker: draws titles with the same rasteriser and fonts as the farm. */
import { createTitleRasteriser } from "@cutroom/titles";
import type { DrawnSpec } from "@cutroom/compiler";
import { tellLoaded } from "../../offline/loaded-by-worker.ts";
import { vendorUrl } from "../vendor.ts";
import type { RasterisedTitle } from "./title-client.ts";

export interface TitleRequest {
  readonly id: number;
  readonly spec: DrawnSpec;
}

export interface TitleAnswer {
  readonly id: number;
  readonly title: RasterisedTitle | null;
  readonly problem: string | null;
}

async function load(path: string): Promise<Uint8Array> {
  const url = vendorUrl(path);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  tellLoaded(url);
  return bytes;
}

const rasteriser = createTitleRasteriser({
  loadWasm: () => load("titles/resvg.wasm"),
  loadFont: (fileName) => load(`titles/${fileName}`),
});

self.addEventListener("message", (event: MessageEvent<TitleRequest>) => {
  const { id, spec } = event.data;
  rasteriser
    .rasteriseTitle(spec)
    .then(({ png, rgba, rect }) => answerWith({ id, title: { png, rgba, rect }, problem: null }))
    .catch((error: unknown) => answerWith({ id, title: null, problem: String(error) }));
});

function answerWith(answer: TitleAnswer): void {
  self.postMessage(answer, { transfer: [] });
}
