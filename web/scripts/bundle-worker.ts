import { join } from "node:path";
import { build } from "vite";

/** Writes `sw.js` to `outDir`: the service worker with the files of the app and its version inside. */
export async function bundleWorker(of: {
  readonly files: readonly string[];
  readonly version: string;
  readonly outDir: string;
}): Promise<void> {
  const web = join(import.meta.dirname, "..");
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    root: web,
    define: { APP_FILES: JSON.stringify(of.files), APP_VERSION: JSON.stringify(of.version) },
    build: {
      outDir: of.outDir,
      emptyOutDir: false,
      lib: {
        entry: join(web, "src/offline/worker.ts"),
        formats: ["iife"],
        name: "cutroom",
        fileName: () => "sw.js",
      },
    },
  });
}
