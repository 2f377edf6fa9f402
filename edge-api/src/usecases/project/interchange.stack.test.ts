import { documentSchema, readOtio } from "@cutroom/interchange";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must, startStack, titleProject } from "../../stack.cases.ts";
import type { Stack } from "../../stack.cases.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

describe("a timeline for other programs", () => {
  it("comes in every format, with what the format does not say (E1)", async () => {
    const { client } = await stack.tenant();
    const id = await titleProject(client, 5);
    const project = must(await client.getProject({ params: { project_id: id } }));
    const params = { project_id: id };
    const ask = async (format: "otio" | "fcpxml" | "edl" | "json") =>
      must(await client.exportInterchange({ params, query: { format } }));
    const [otio, fcpxml, edl, json] = [
      await ask("otio"),
      await ask("fcpxml"),
      await ask("edl"),
      await ask("json"),
    ];
    expect(otio.file_name).toBe(`${project.name}.otio`);
    expect(readOtio(otio.text, [])).toMatchObject({ value: { document: project.document } });
    expect(fcpxml.text).toContain('<fcpxml version="1.10">');
    expect(edl.text).toContain("FCM: NON-DROP FRAME");
    expect(edl.losses).toContainEqual({ code: "titles", count: 1 });
    expect(JSON.parse(json.text)).toEqual(project.document);
    expect(json.losses).toEqual([]);
  });

  it("is described by a schema that anybody may read", async () => {
    const { client } = await stack.tenant();
    expect(must(await client.getTimelineSchema())).toEqual(documentSchema());
  });
});

describe("an imported timeline whose files are not here", () => {
  it("is kept as it is, and not exported until it has them", async () => {
    const { client } = await stack.tenant();
    const text = JSON.stringify({
      OTIO_SCHEMA: "Timeline.1",
      name: "From elsewhere",
      tracks: { OTIO_SCHEMA: "Stack.1", children: [track()] },
    });
    const read = readOtio(text, []);
    if (!read.ok) throw new Error(read.failure.code);
    const { document, name } = read.value;
    const made = must(await client.createProject({ body: { name, document } }));
    expect(made.document).toEqual(document);
    const refused = await client.createExport({
      body: { project_id: made.id },
      idempotencyKey: "offline-1",
    });
    expect(codeOf(refused)).toBe("asset.missing");
    const clip = Object.values(document.clips)[0];
    if (clip?.kind !== "media") throw new Error("no clip");
    const other = { ...clip, assetId: "asset_of_nobody" };
    const clips = { [clip.id]: other };
    const unknown = await client.createProject({
      body: { name, document: { ...document, clips } },
    });
    expect(codeOf(unknown)).toBe("asset.missing");
  });
});

function track() {
  const time = (value: number) => ({ OTIO_SCHEMA: "RationalTime.1", rate: 24, value });
  return {
    OTIO_SCHEMA: "Track.1",
    kind: "Video",
    children: [
      {
        OTIO_SCHEMA: "Clip.2",
        name: "A",
        source_range: { OTIO_SCHEMA: "TimeRange.1", start_time: time(10), duration: time(48) },
        media_references: {
          DEFAULT_MEDIA: { OTIO_SCHEMA: "ExternalReference.1", target_url: "file:///a.mov" },
        },
      },
    ],
  };
}
