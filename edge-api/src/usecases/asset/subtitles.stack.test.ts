import { afterAll, beforeAll, expect, it } from "vitest";
import { must, putOutput, startStack, stepOf } from "../../stack.cases.ts";
import type { Stack } from "../../stack.cases.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

/** Without a picture of its own nothing is reviewed. */
const FACTS = { kind: "audio", duration: 1_058_400_000, video: null, audio: null } as const;

it("subtitles and pictures for a seek bar are kept with the file, as WebVTT (F20, M2)", async () => {
  const { client } = await stack.tenant();
  const bytes = new Uint8Array(1_000).fill(7);
  const body = { file_name: "film.mkv", size_bytes: bytes.length };
  const opened = must(await client.createUpload({ body }));
  const params = { upload_id: opened.upload?.id ?? "" };
  const signed = must(await client.signUploadParts({ params, body: { part_numbers: [1] } }));
  await fetch(signed.parts[0]?.url ?? "", { method: "PUT", body: bytes });
  const { task_id: taskId, asset } = must(await client.completeUpload({ params, body: {} }));
  await stack.settle();
  const step = await stepOf(stack, taskId ?? "", "ingest");
  const at = { params: { step_id: step.id } };
  const claimed = must(await stack.farm.claimStep({ ...at, body: { worker_id: "w1" } }));
  const text = "WEBVTT\n\n00:00.000 --> 00:01.000\n你好\n";
  const outputs = [
    await putOutput(claimed.job, "subtitles-0", new TextEncoder().encode(text)),
    await putOutput(claimed.job, "filmstrip", Uint8Array.of(0xff, 0xd8, 0xff)),
  ];
  must(
    await stack.farm.completeStep({
      ...at,
      body: {
        worker_id: "w1",
        attempt: claimed.attempt,
        outputs,
        result: {
          kind: "ingest",
          checksum: "a".repeat(64),
          facts: FACTS,
          has_master: false,
          filmstrip: {
            tile_width: 160,
            tile_height: 90,
            columns: 10,
            count: 2,
            interval_ms: 1_000,
          },
          // The second one was never stored, so it is not there.
          subtitles: [
            { name: "subtitles-0", language: "chi", title: null },
            { name: "subtitles-1", language: "eng", title: null },
          ],
          warnings: [],
        },
      },
    }),
  );
  const kept = must(await client.getAsset({ params: { asset_id: asset.id } }));
  expect(kept.urls.subtitles).toMatchObject([{ language: "chi", title: null }]);
  const track = must(await client.getThumbnails({ params: { asset_id: asset.id } }));
  const sheet = kept.urls.filmstrip?.url.split("?")[0] ?? "no sheet";
  const cues = track.trimEnd().split("\n\n");
  expect(cues[0]).toBe("WEBVTT");
  expect(cues[1]).toMatch(/^00:00:00\.000 --> 00:00:01\.000\n.*#xywh=0,0,160,90$/);
  expect(cues[2]).toMatch(/^00:00:01\.000 --> 00:00:01\.500\n.*#xywh=160,0,160,90$/);
  expect(track.split(sheet)).toHaveLength(3);
  const answer = await fetch(kept.urls.subtitles[0]?.url ?? "");
  expect([answer.headers.get("content-type"), await answer.text()]).toEqual(["text/vtt", text]);
});
