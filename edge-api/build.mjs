/** Two self-contained bundles: `dist/node.js` for Node, `dist/edge.js` for edge runtimes. */
import { readFile } from "node:fs/promises";
import { build } from "esbuild";

const common = {
  bundle: true,
  format: "esm",
  target: "es2023",
  sourcemap: true,
  logLevel: "warning",
  absWorkingDir: import.meta.dirname,
};

await build({
  ...common,
  entryPoints: { node: "src/node.ts" },
  outdir: "dist",
  platform: "node",
  // CommonJS dependencies ask for Node's modules by `require`, which an ES module lacks.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
});

/**
 * The S3 client's browser build reads XML with DOMParser, which edge runtimes do not have. Its
 * other build ships a parser in plain JavaScript next to it.
 */
const plainXml = {
  name: "plain-xml",
  setup(bundle) {
    bundle.onLoad(
      { filter: /xml-builder[\\/]dist-es[\\/]xml-parser\.browser\.js$/ },
      async (file) => ({
        contents: await readFile(file.path.replace(".browser.js", ".js"), "utf8"),
      }),
    );
  },
};

await build({
  ...common,
  entryPoints: { edge: "src/edge.ts" },
  outdir: "dist",
  platform: "browser",
  plugins: [plainXml],
  conditions: ["worker", "browser"],
  // Resolved to nothing on purpose: a Node module that is really used stays as an import, and
  // a test refuses the bundle.
  external: ["node:*"],
  define: { "process.env.NODE_ENV": '"production"' },
});
