/**
 * Makes `public/sw.js` after the app is built: the service worker with the list of the app's
 * scripts and styles. Its version is made of their names and its own code, so that the same
 * build twice is no update. Fonts are left out: a page keeps those that it shows.
 */
import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { buildEnv } from "../src/env.ts";
import { bundleWorker } from "./bundle-worker.ts";

const web = join(import.meta.dirname, "..");
const PUBLIC_FILES = ["/icon.svg", "/manifest.webmanifest"];

async function appFiles(): Promise<readonly string[]> {
  const names = await readdir(join(web, buildEnv().distDir, "static/chunks"));
  const wanted = names.filter((name) => /\.(?:js|css)$/.test(name)).toSorted();
  return [...wanted.map((name) => `/_next/static/chunks/${name}`), ...PUBLIC_FILES];
}

async function codeHash(): Promise<string> {
  const folder = join(web, "src/offline");
  const names = (await readdir(folder)).filter((name) => /^[a-z-]+\.ts$/.test(name));
  const hash = createHash("sha256");
  for (const name of names.toSorted()) hash.update(await readFile(join(folder, name)));
  return hash.digest("hex");
}

const files = await appFiles();
const version = createHash("sha256")
  .update(files.join("\n"))
  .update(await codeHash())
  .digest("hex")
  .slice(0, 16);

await bundleWorker({ files, version, outDir: join(web, "public") });
