import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Secrets {
  readonly postgresPassword: string;
  readonly redisToken: string;
  readonly qstashToken: string;
  readonly s3AccessKeyId: string;
  readonly s3SecretAccessKey: string;
}

function makeSecrets(): Secrets {
  const secret = (): string => randomBytes(24).toString("base64url");
  return {
    postgresPassword: secret(),
    redisToken: secret(),
    qstashToken: secret(),
    s3AccessKeyId: `CUTROOM${randomBytes(6).toString("hex").toUpperCase()}`,
    s3SecretAccessKey: secret(),
  };
}

/** The keys of this data folder: made at the first start, the same ever after. */
export function loadSecrets(dataDir: string): Secrets {
  const path = join(dataDir, "secrets.json");
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const secrets = makeSecrets();
    writeFileSync(`${path}.new`, JSON.stringify(secrets), { mode: 0o600 });
    renameSync(`${path}.new`, path);
    return secrets;
  }
}
