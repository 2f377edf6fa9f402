/** Programs that tests need and npm cannot bring: taken from Debian when we may. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { giveUp, run, step } from "./bootstrap.mjs";

const PROGRAMS = [
  { program: "ffmpeg", package: "ffmpeg" },
  { program: "chromium", package: "chromium" },
  { program: "firefox-esr", package: "firefox-esr" },
  { program: "redis-server", package: "redis-server" },
];

function onPath(program) {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .some((folder) => existsSync(join(folder, program)));
}

/** Makes sure that every program is there, or says in one sentence which are not. */
export async function ensurePrograms() {
  const missing = PROGRAMS.filter(({ program }) => !onPath(program)).map((entry) => entry.package);
  if (missing.length === 0) return;
  const hint = `Install them and run the tests again: apt-get install -y ${missing.join(" ")}`;
  if (process.getuid?.() !== 0 || !onPath("apt-get"))
    giveUp(`The tests need ${missing.join(", ")}.`, hint);
  await step(`Installing ${missing.join(", ")} from Debian`, async (note) => {
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update", "-qq"], { env });
    const { code, output } = await run(
      "apt-get",
      ["install", "-y", "-qq", "--no-install-recommends", ...missing],
      {
        env,
        onOutput: note,
      },
    );
    if (code !== 0)
      giveUp(`Debian's packages could not be installed:\n\n${output.slice(-2000)}`, hint);
  });
}
