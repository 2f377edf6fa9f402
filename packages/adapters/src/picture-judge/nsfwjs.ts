/**
 * NSFWJS's middle model (MobileNetV2, 224 x 224) on the WebAssembly backend of TensorFlow.js: the
 * weights come with the package, nothing is downloaded. About 0.1 s a picture on one core. Library
 * and weights are loaded with the first picture: a farm that judges none pays nothing.
 */
import { createRequire } from "node:module";
import path from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { PICTURE_KINDS } from "@cutroom/domain/moderation";
import type { PictureScore } from "@cutroom/domain/moderation";
import type { Picture, PictureJudge } from "@cutroom/ports";
import type { Tensor3D } from "@tensorflow/tfjs-core";
import { z } from "zod";

const SIDE = 224;
export const NSFWJS_VERSION = "nsfwjs-4.3.0/mobilenet-v2-mid";

const modelFile = z.object({
  default: z.object({
    modelTopology: z.record(z.string(), z.unknown()),
    weightsManifest: z.array(z.object({ weights: z.array(z.any()) })),
  }),
});
const weightFile = z.object({ default: z.string() });

async function openModel() {
  const [tf, converter, backend, { MobileNetV2MidModel: packaged }] = await Promise.all([
    import("@tensorflow/tfjs-core"),
    import("@tensorflow/tfjs-converter"),
    import("@tensorflow/tfjs-backend-wasm"),
    import("nsfwjs/models/mobilenet_v2_mid"),
  ]);
  const main = createRequire(import.meta.url).resolve("@tensorflow/tfjs-backend-wasm");
  backend.setWasmPaths(`${path.dirname(main)}${path.sep}`);
  await tf.setBackend("wasm");
  const { modelTopology, weightsManifest } = modelFile.parse(await packaged.modelJson()).default;
  const parts: Buffer[] = [];
  for (const load of packaged.weightBundles) {
    parts.push(Buffer.from(weightFile.parse(await load()).default, "base64"));
  }
  const weightData = new Uint8Array(Buffer.concat(parts)).buffer;
  const weightSpecs = weightsManifest.flatMap(({ weights }) => weights);
  const model = await converter.loadGraphModel({
    load: () => Promise.resolve({ modelTopology, weightSpecs, weightData }),
  });
  /** As the library's own `classify` does it. */
  return (picture: Picture): PictureScore => {
    const { width, height, rgb } = picture;
    const values = tf.tidy(() => {
      const pixels = tf.cast(tf.tensor3d(rgb, [height, width, 3], "int32"), "float32");
      const small = tf.image.resizeBilinear(tf.div<Tensor3D>(pixels, 255), [SIDE, SIDE], true);
      const said = model.predict(tf.expandDims(small, 0));
      if (!(said instanceof tf.Tensor)) throw new Error("the model has one output");
      return said.dataSync();
    });
    const entries = PICTURE_KINDS.map((kind, at) => [kind, values[at] ?? 0] as const);
    return Object.fromEntries(entries) as Record<(typeof PICTURE_KINDS)[number], number>;
  };
}

export function createNsfwjsJudge(): PictureJudge {
  let opened: ReturnType<typeof openModel> | null = null;
  return {
    version: NSFWJS_VERSION,
    async judge(pictures, signal) {
      try {
        opened ??= openModel();
        const classify = await opened;
        const scores: PictureScore[] = [];
        for (const picture of pictures) {
          // One picture holds the process up for a tenth of a second; others have their turn between.
          await breathe();
          signal?.throwIfAborted();
          scores.push(classify(picture));
        }
        return { kind: "judged", scores };
      } catch (error) {
        return { kind: "failed", internal: String(error) };
      }
    },
  };
}
