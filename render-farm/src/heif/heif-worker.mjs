// @ts-check
/**
 * The thread in which libheif reads one photo: WebAssembly in a thread that is ended with it, so
 * whatever the file holds can reach nothing but this thread's memory. Plain JavaScript, because
 * Node starts it without a transpiler.
 *
 * libheif turns the picture as the container says; what Exif says of that is for others.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { parentPort, workerData } from "node:worker_threads";

const { libraryPath, filePath, maxPixels } = workerData;

/** What the library says of a failure, it says here. */
const said = [];
console.log = (...words) => said.push(words.map(textOf).join(" "));

function textOf(word) {
  return typeof word === "object" && word !== null ? JSON.stringify(word) : String(word);
}

/** The picture that the file calls its own, among thumbnails and depth maps. */
async function read() {
  const wasmBinary = await readFile(path.join(path.dirname(libraryPath), "libheif.wasm"));
  const library = createRequire(import.meta.url)(libraryPath)({ wasmBinary });
  const images = new library.HeifDecoder().decode(await readFile(filePath));
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (image === undefined) return { kind: "failed", text: said.join("\n") };
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > maxPixels) return { kind: "too-large", width, height };
  const blank = { data: new Uint8ClampedArray(width * height * 4), width, height };
  const drawn = await new Promise((resolve) => {
    image.display(blank, resolve);
  });
  if (drawn === null) return { kind: "failed", text: said.join("\n") };
  return { kind: "read", width, height, hasAlpha: image.has_alpha_channel(), rgba: blank.data };
}

const answer = await read().catch((error) => ({ kind: "failed", text: String(error) }));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
parentPort?.postMessage(answer, answer.kind === "read" ? [answer.rgba.buffer] : []);
