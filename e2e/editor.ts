/** The editor as hands and eyes meet it, and the document that it has saved. */
import { FLICKS_PER_SECOND, type ProjectDocument, flicksToFrameNearest } from "@cutroom/timeline";
import type { Page } from "playwright-core";
import type { Product } from "./product.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Waits until the server has everything, and reads what it has. */
export async function savedDocument(page: Page, { apiUrl }: Product): Promise<ProjectDocument> {
  await page.locator('[data-testid="save-state"][data-state="saved"]').waitFor({ timeout: 30_000 });
  const projectId = new URL(page.url()).pathname.split("/").at(-1);
  const answer = await page.context().request.get(`${apiUrl}/v1/projects/${projectId}`);
  if (!answer.ok()) throw new Error(`the project answered ${answer.status()}`);
  return (await answer.json()).document;
}

/** The clips of a kind of track in time order, in frames. */
export function clipsOf(document: ProjectDocument, kind: string) {
  const { rate } = document.settings;
  const frames = (flicks: number) => flicksToFrameNearest(flicks, rate);
  return Object.values(document.clips)
    .filter((clip) => document.tracks[clip.trackId]?.kind === kind)
    .toSorted((a, b) => a.start - b.start)
    .map((clip) => ({
      id: clip.id,
      start: frames(clip.start),
      frames: frames(clip.duration),
      from: clip.kind === "media" ? frames(clip.sourceStart) : 0,
    }));
}

export interface Lane {
  readonly top: number;
  readonly height: number;
  /** Where a time of this lane is on the page; `share` goes from its top to its bottom. */
  readonly at: (seconds: number, share?: number) => Point;
}

/** The first lane of a kind, as it is on the page now. */
export async function laneOf(page: Page, kind: string): Promise<Lane> {
  const lane = page.locator(`[data-testid="lane"][data-kind="${kind}"]`).first();
  const [box, canvas] = [
    await lane.boundingBox(),
    await page.getByTestId("timeline-canvas").boundingBox(),
  ];
  if (box === null || canvas === null) throw new Error(`no lane for ${kind}`);
  const scale = Number(await lane.getAttribute("data-px-per-second"));
  const scroll = Number(await lane.getAttribute("data-scroll-flicks"));
  return {
    top: box.y,
    height: box.height,
    at: (seconds, share = 0.7) => ({
      x: canvas.x + (seconds - scroll / FLICKS_PER_SECOND) * scale,
      y: box.y + box.height * share,
    }),
  };
}

/** Below the last lane, where nothing is yet. */
export async function belowLanes(page: Page, seconds: number): Promise<Point> {
  const lane = await laneOf(page, "audio");
  return { x: lane.at(seconds).x, y: lane.top + lane.height + 40 };
}

/** A drag as a hand makes it: press, many small moves, release. */
export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y, { steps: 2 });
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await page.mouse.up();
}

export async function centreOf(page: Page, text: string): Promise<Point> {
  const card = page.getByTestId("bin-asset").filter({ hasText: text });
  const box = await card.boundingBox();
  if (box === null) throw new Error(`no file ${text} in the bin`);
  return { x: box.x + box.width / 2, y: box.y + 30 };
}

/** Presses Tab until the element has the focus; a person who cannot point must get there. */
export async function tabTo(page: Page, selector: string, limit = 300): Promise<void> {
  for (let presses = 0; presses < limit; presses++) {
    await page.keyboard.press("Tab");
    if ((await page.locator(":focus").and(page.locator(selector)).count()) > 0) return;
  }
  throw new Error(`Tab does not reach ${selector}`);
}

/** These files are in the library and can be used. */
export async function ready(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const card = page.locator('[data-testid="bin-asset"][data-state="READY"]');
    await card.filter({ hasText: name }).first().waitFor({ timeout: 120_000 });
  }
}
