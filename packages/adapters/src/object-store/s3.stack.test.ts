import { objectStoreCases } from "@cutroom/ports/object-store.cases";
import { cloudEnv } from "@cutroom/testkit";
import { describe } from "vitest";
import { systemClock } from "../clock/system.ts";
import { createS3ObjectStore } from "./s3.ts";

describe("S3 adapter on the local cloud", () => {
  objectStoreCases(async () => {
    const env = await cloudEnv();
    const store = createS3ObjectStore({
      endpoint: env["S3_ENDPOINT"] ?? "",
      region: env["S3_REGION"] ?? "",
      bucket: env["S3_BUCKET"] ?? "",
      accessKeyId: env["S3_ACCESS_KEY_ID"] ?? "",
      secretAccessKey: env["S3_SECRET_ACCESS_KEY"] ?? "",
      clock: systemClock,
    });
    return { store, prefix: `cases/${crypto.randomUUID()}/` };
  });
});
