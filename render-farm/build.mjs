/**
 * Bundles the farm into dist/main.js. Workspace packages are bundled; what brings files of its
 * own (WebAssembly, fonts) stays outside and is resolved from node_modules at run time.
 */
import { copyFile, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { build } from "esbuild";

const here = import.meta.dirname;
const outdir = path.join(here, "dist");
await mkdir(outdir, { recursive: true });
await build({
  entryPoints: [path.join(here, "src/main.ts")],
  outfile: path.join(outdir, "main.js"),
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  sourcemap: true,
  logLevel: "warning",
  external: [
    "@ffmpeg/core",
    "@resvg/resvg-wasm",
    "@expo-google-fonts/*",
    "@tensorflow/*",
    "nsfwjs",
    "nsfwjs/*",
  ],
  // Bundled CommonJS asks for require, which modules do not have.
  banner: {
    js: 'import { createRequire as cutroomRequire } from "node:module"; const require = cutroomRequire(import.meta.url);',
  },
});
const adapters = path.dirname(
  createRequire(import.meta.url).resolve("@cutroom/adapters/media-engine/wasm"),
);
const threads = [path.join(adapters, "wasm-worker.mjs"), path.join(adapters, "wasm-disk.mjs")];
for (const file of threads) await copyFile(file, path.join(outdir, path.basename(file)));
