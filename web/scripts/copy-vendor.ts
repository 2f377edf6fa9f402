/**
 * Fills `public/vendor` with files that are served as they are: the FFmpeg core, which is GPL
 * and therefore stays a separate file with its own notice, and what titles are drawn with.
 */
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { titleFontFiles } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";

const require = createRequire(import.meta.url);
const vendor = join(import.meta.dirname, "../public/vendor");

function noticeFor(version: string): string {
  return `ffmpeg-core.js and ffmpeg-core.wasm are @ffmpeg/core ${version}, a build of FFmpeg with
x264, x265 and other libraries, under the GNU General Public License, version 2 or later.
Licence: https://www.gnu.org/licenses/old-licenses/gpl-2.0.html
Source:  https://github.com/ffmpegwasm/ffmpeg.wasm and https://ffmpeg.org
Cutroom loads them at run time as separate files and does not link against them.
`;
}

async function copyFfmpeg(): Promise<void> {
  const to = join(vendor, "ffmpeg");
  await mkdir(to, { recursive: true });
  const core = join(dirname(require.resolve("@ffmpeg/core")), "../..");
  for (const name of ["ffmpeg-core.js", "ffmpeg-core.wasm"]) {
    await copyFile(join(core, "dist/esm", name), join(to, name));
  }
  const { version } = JSON.parse(await readFile(join(core, "package.json"), "utf8")) as {
    version: string;
  };
  await writeFile(join(to, "NOTICE.txt"), noticeFor(version));
}

async function copyTitles(): Promise<void> {
  const to = join(vendor, "titles");
  await mkdir(to, { recursive: true });
  const assets = nodeTitleAssets();
  await writeFile(join(to, "resvg.wasm"), await assets.loadWasm());
  for (const { fileName } of titleFontFiles) {
    await writeFile(join(to, fileName), await assets.loadFont(fileName));
  }
}

await rm(vendor, { recursive: true, force: true });
await Promise.all([copyFfmpeg(), copyTitles()]);
