/** Two self-contained bundles: `dist/node.js` for Node, `dist/edge.js` for edge runtimes. */
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

await build({
  ...common,
  entryPoints: { edge: "src/edge.ts" },
  outdir: "dist",
  platform: "browser",
  conditions: ["worker", "browser"],
  // Resolved to nothing on purpose: a Node module that is really used stays as an import, and
  // a test refuses the bundle.
  external: ["node:*"],
  define: { "process.env.NODE_ENV": '"production"' },
});
