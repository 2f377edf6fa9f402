import { expect, it } from "vitest";
import { gatherWrites } from "./gather-writes.ts";

const sent: string[] = [];

class Line {
  readyState = 1;
  binaryType = "arraybuffer";
  send(data: Uint8Array): void {
    sent.push(new TextDecoder().decode(data));
  }
  close(): void {
    sent.push("closed");
    this.readyState = 3;
  }
  addEventListener(): void {}
}

const bytes = (text: string) => new TextEncoder().encode(text);

function open(): Line {
  sent.length = 0;
  return new (gatherWrites(Line))() as Line;
}

it("sends what is written in one go as one message, in order, without waiting for a timer", async () => {
  const line = open();
  for (const part of ["parse ", "bind ", "sync"]) line.send(bytes(part));
  expect(sent).toEqual([]);
  await Promise.resolve();
  expect(sent).toEqual(["parse bind sync"]);
  line.send(bytes("next"));
  await Promise.resolve();
  expect(sent).toEqual(["parse bind sync", "next"]);
});

it("says what is waiting before it closes, and nothing afterwards", async () => {
  const line = open();
  line.send(bytes("goodbye"));
  line.close();
  line.send(bytes("too late"));
  await Promise.resolve();
  expect(sent).toEqual(["goodbye", "closed"]);
});
