/** Chromium, a page server and a media server for the engine's browser tests. */
import { execFile } from "node:child_process";
import { createReadStream } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";
import { build } from "vite";

const run = promisify(execFile);
const web = join(import.meta.dirname, "../../..");

/** Runs native FFmpeg in `directory`; gives what it wrote to its log. */
export async function ffmpeg(directory: string, args: readonly string[]): Promise<string> {
  const all = ["-hide_banner", "-nostdin", "-y", ...args];
  const { stderr } = await run("ffmpeg", all, { cwd: directory, maxBuffer: 1 << 26 });
  return stderr;
}

/** Fills `public/vendor`, as every build of the app does. */
export async function copyVendor(): Promise<void> {
  await run(process.execPath, ["--import", "tsx", "scripts/copy-vendor.ts"], { cwd: web });
}

export interface Served {
  readonly url: string;
  readonly requests: string[];
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".mp4": "video/mp4",
  ".png": "image/png",
};

async function find(directories: readonly string[], name: string) {
  for (const directory of directories) {
    const path = join(directory, name);
    const info = await stat(path).catch(() => null);
    if (info?.isFile() === true) return { path, size: info.size };
  }
  return null;
}

/** Files with CORS and ranges, as an object store serves them. */
export async function serveFiles(directories: readonly string[]): Promise<Served> {
  const requests: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const name = decodeURIComponent((request.url ?? "/").slice(1));
    requests.push(name);
    const file = await find(directories, name === "" ? "index.html" : name);
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "range");
    response.setHeader("access-control-expose-headers", "content-range, content-length");
    if (request.method === "OPTIONS" || !file) {
      response.writeHead(request.method === "OPTIONS" ? 204 : 404).end();
      return;
    }
    const { range } = request.headers;
    const [, from = "0", to = ""] = /bytes=(\d+)-(\d*)/.exec(range ?? "") ?? [];
    const start = Number(from);
    const end = to === "" ? file.size - 1 : Math.min(file.size - 1, Number(to));
    response.writeHead(range === undefined ? 200 : 206, {
      "accept-ranges": "bytes",
      "content-type": TYPES[extname(file.path)] ?? "application/octet-stream",
      "content-length": end - start + 1,
      "content-range": `bytes ${start}-${end}/${file.size}`,
    });
    createReadStream(file.path, { start, end }).pipe(response);
  };
  const server = createHttpServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, requests, close };
}

const HTML = `<!doctype html><html lang="en"><link rel="icon" href="data:,">
<link rel="stylesheet" href="global.css"><link rel="stylesheet" href="harness.css"><body style="margin:0"><div id="root"></div>
<script type="module" src="harness.js"></script></body></html>`;

/** Builds the harness page into `outDir` and serves it with the app's static files. */
export async function servePage(outDir: string): Promise<Served> {
  await build({
    root: web,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    // `preserve` in the app's tsconfig is for Next.
    oxc: { jsx: { runtime: "automatic", importSource: "react" } },
    worker: { format: "es" },
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: {
          harness: join(import.meta.dirname, "harness.tsx"),
          global: join(web, "src/ui/global.css"),
        },
        output: { entryFileNames: "[name].js", assetFileNames: "[name][extname]" },
      },
    },
  });
  await writeFile(join(outDir, "index.html"), HTML);
  return serveFiles([outDir, join(web, "public")]);
}

export function openChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"],
  });
}
