import { applyEdit, diffDocuments, plainTrack } from "@cutroom/timeline";
import type { Edit } from "@cutroom/timeline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must, startStack, titleProject } from "../../stack.cases.ts";
import type { Stack } from "../../stack.cases.ts";

const SECOND = 705_600_000;
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

type Tenant = Awaited<ReturnType<Stack["tenant"]>>;

/** Adds a caption to the project, on a new track called `name`. */
async function addCaption({ client }: Tenant, projectId: string, name: string, text: string) {
  const project = must(await client.getProject({ params: { project_id: projectId } }));
  const edits: Edit[] = [
    { type: "add-track", track: plainTrack(name, "caption", name) },
    {
      type: "put-captions",
      trackId: name,
      mode: "add",
      idBase: name,
      cues: [{ start: SECOND, duration: SECOND, text }],
    },
  ];
  let document = project.document;
  for (const edit of edits) {
    const edited = applyEdit(document, edit);
    if (!edited.ok) throw new Error(edited.failure.code);
    document = edited.value.document;
  }
  const ops = diffDocuments(project.document, document);
  const body = { base_revision: project.revision, ops };
  must(await client.patchProject({ params: { project_id: projectId }, body }));
}

describe("exportCaptions", () => {
  it("gives the captions of the revision that the export is bound to, a file for each track (I8)", async () => {
    const tenant = await stack.tenant();
    const { client } = tenant;
    const projectId = await titleProject(client, 10);
    await addCaption(tenant, projectId, "English", "Hello");
    const { task_id: taskId } = must(
      await client.createExport({
        body: { project_id: projectId, spec: { captions: "sidecar" } },
        idempotencyKey: "captions-key-0001",
      }),
    );
    await addCaption(tenant, projectId, "Deutsch", "Hallo");
    const params = { task_id: taskId };
    const { captions } = must(await client.exportCaptions({ params, query: {} }));
    expect(captions).toEqual([
      {
        track_name: "English",
        file_name: "Titles.srt",
        format: "srt",
        text: "1\r\n00:00:01,000 --> 00:00:02,000\r\nHello\r\n",
      },
    ]);
    const vtt = must(await client.exportCaptions({ params, query: { format: "vtt" } }));
    expect(vtt.captions[0]?.text).toMatch(/^WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n/);
    const other = await stack.tenant();
    expect(codeOf(await other.client.exportCaptions({ params, query: {} }))).toBe(
      "request.not-found",
    );
  });

  it("of an export of a range begin with it (E4)", async () => {
    const tenant = await stack.tenant();
    const projectId = await titleProject(tenant.client, 10);
    await addCaption(tenant, projectId, "English", "Hello");
    const range = { start_frame: 45, end_frame: 150 };
    const { task_id: taskId } = must(
      await tenant.client.createExport({
        body: { project_id: projectId, spec: { captions: "sidecar", range } },
        idempotencyKey: "captions-key-0003",
      }),
    );
    const answer = await tenant.client.exportCaptions({ params: { task_id: taskId }, query: {} });
    expect(must(answer).captions[0]?.text).toContain("00:00:00,000 --> 00:00:00,500");
  });

  it("an export that did not ask for files has none", async () => {
    const tenant = await stack.tenant();
    const projectId = await titleProject(tenant.client, 10);
    await addCaption(tenant, projectId, "English", "Hello");
    const { task_id: taskId } = must(
      await tenant.client.createExport({
        body: { project_id: projectId },
        idempotencyKey: "captions-key-0002",
      }),
    );
    const answer = await tenant.client.exportCaptions({ params: { task_id: taskId }, query: {} });
    expect(must(answer).captions).toEqual([]);
  });
});
