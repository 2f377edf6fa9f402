/** The apps of a start: where they listen, and which settings each is handed. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { DEMO_EMAIL } from "@cutroom/db";
import { type LauncherEnv, apiSettings, farmSettings } from "./env.ts";
import { choosePort } from "./ports.ts";
import type { App } from "./supervise.ts";

/** Free ports for the apps, and where each is reached. */
export async function chooseAddresses(env: LauncherEnv) {
  const ports = {
    web: await choosePort("WEB_PORT", env.WEB_PORT, 3000),
    api: await choosePort("API_PORT", env.API_PORT, 8787),
    farm: await choosePort("FARM_PORT", env.FARM_PORT, 8900),
  };
  const base = `http://${env.HOST}`;
  return {
    ports,
    urls: {
      WEB_URL: `${base}:${ports.web}`,
      API_URL: `${base}:${ports.api}`,
      FARM_URL: `${base}:${ports.farm}`,
    },
  };
}

type Addresses = Awaited<ReturnType<typeof chooseAddresses>>;

/** The apps in the order of their start. `shared` is what the local cloud and the installation say. */
export function describeApps(
  env: LauncherEnv,
  shared: Record<string, string>,
  { ports, urls }: Addresses,
): [api: App, ...others: App[]] {
  const root = env.CUTROOM_ROOT;
  const next = createRequire(join(root, "web/package.json")).resolve("next/dist/bin/next");
  const app = (
    name: string,
    folder: string,
    args: string[],
    port: number,
    extra: Record<string, string>,
  ): App => ({
    name,
    args,
    cwd: join(root, folder),
    env: { ...shared, ...extra, PORT: String(port), HOST: env.HOST },
    healthUrl: `http://${env.HOST}:${port}/healthz`,
  });
  return [
    app("edge-api", "edge-api", [join(root, "edge-api/dist/node.js")], ports.api, {
      ...apiSettings(env),
      DEMO_SIGN_IN: env.DEMO_SIGN_IN,
      OPERATOR_EMAILS: env.OPERATOR_EMAILS ?? (env.DEMO_SIGN_IN === "1" ? DEMO_EMAIL : ""),
    }),
    app("render-farm", "render-farm", [join(root, "render-farm/dist/main.js")], ports.farm, {
      ...farmSettings(env),
      FARM_ENGINE: env.FARM_ENGINE,
      FARM_CONCURRENCY: String(env.FARM_CONCURRENCY),
      FARM_SCRATCH_DIR: join(env.CUTROOM_DATA_DIR, "scratch"),
      C2PA_DEVELOPMENT_DIR: join(env.CUTROOM_DATA_DIR, "credentials"),
    }),
    app(
      "web",
      "web",
      [next, "start", "--port", String(ports.web), "--hostname", env.HOST],
      ports.web,
      {
        ...urls,
        DEMO_SIGN_IN: env.DEMO_SIGN_IN,
      },
    ),
  ];
}
