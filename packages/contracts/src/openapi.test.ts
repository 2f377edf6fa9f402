import { describe, expect, it } from "vitest";
import type { Endpoint } from "./endpoint.ts";
import { openApiDocument } from "./openapi.ts";
import { endpoints } from "./table.ts";

const document = openApiDocument({ serverUrl: "http://api" });
const rows: [string, Endpoint][] = Object.entries(endpoints);

describe("openApiDocument", () => {
  it("prints every user and public row once, under its method and path, and no farm row (T3)", () => {
    const printed = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => operation["operationId"]),
    );
    const wanted = rows
      .filter(([, row]) => row.audience === "user" || row.audience === "public")
      .map(([name]) => name);
    expect(printed).toHaveLength(wanted.length);
    expect(new Set(printed)).toEqual(new Set(wanted));
  });

  it("is plain JSON whose references all lead somewhere", () => {
    const text = JSON.stringify(document);
    expect(JSON.parse(text)).toEqual(document);
    for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      expect(document.components[kind ?? ""]).toHaveProperty(name ?? "");
    }
    expect(text).not.toMatch(/"#\/(?!components\/)|\$defs/);
  });

  it("says what has a name once, under a name that a person gave it", () => {
    const named = Object.keys(document.components["schemas"] ?? {});
    expect(named).toEqual(
      expect.arrayContaining(["Asset", "MediaClip", "ProjectDocument", "Task"]),
    );
    expect(named.filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]);
    const body = JSON.stringify(document.paths["/v1/projects"]?.["post"]?.["requestBody"]);
    expect(body).toContain('{"$ref":"#/components/schemas/ProjectDocument"}');
  });

  it("has two shapes of what is read otherwise than it is answered, and one of all else", () => {
    const named = Object.keys(document.components["schemas"] ?? {});
    expect(named.filter((name) => name.endsWith("Input"))).toEqual(["ExportSpecInput"]);
  });

  it("says which calls need an Idempotency-Key (C4)", () => {
    const submit = document.paths["/v1/exports"]?.["post"];
    expect(submit?.["parameters"]).toContainEqual(
      expect.objectContaining({ name: "Idempotency-Key", required: true }),
    );
  });
});

describe("the endpoint table", () => {
  it("has one row per method and path, and a params key for every path segment", () => {
    const addresses = rows.map(([, row]) => `${row.method} ${row.path}`);
    expect(new Set(addresses).size).toBe(rows.length);
    for (const [, row] of rows) {
      const segments = [...row.path.matchAll(/:([a-z_]+)/g)].map((match) => match[1]);
      expect(Object.keys(row.params?.shape ?? {})).toEqual(segments);
    }
  });
});
