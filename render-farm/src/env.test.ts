import { describe, expect, test } from "vitest";
import { readEnv } from "./env.ts";

const needed = {
  API_URL: "http://localhost:8787/",
  FARM_URL: "http://localhost:8788",
  FARM_TOKEN: "a token of sixteen or more",
  QSTASH_CURRENT_SIGNING_KEY: "sig_1",
  QSTASH_NEXT_SIGNING_KEY: "sig_2",
};

describe("the farm's environment", () => {
  test("serves the pools that need no graphics card unless told otherwise (C9)", () => {
    expect(readEnv(needed).FARM_POOLS).toEqual(["render", "ingest"]);
    expect(readEnv({ ...needed, FARM_POOLS: "ingest , render,ingest" }).FARM_POOLS).toEqual([
      "ingest",
      "render",
    ]);
  });

  test("refuses a pool that does not exist, by the variable's name", () => {
    expect(() => readEnv({ ...needed, FARM_POOLS: "render,gpu" })).toThrow(/FARM_POOLS/);
    expect(() => readEnv({ ...needed, FARM_POOLS: "" })).toThrow(/FARM_POOLS/);
  });
});
