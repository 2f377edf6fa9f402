/**
 * The exact frames that are in memory, by all that they were made from: an edit elsewhere leaves
 * a frame exact, and one that touches it does not.
 */
import { pictureOnly, segmentFingerprint, slicePlan } from "@cutroom/compiler";
import type { RenderPlan } from "@cutroom/compiler";
import { BoundedCache } from "../bounded-cache.ts";
import type { ExactFrame } from "./exact-frame.ts";

function keyOf(plan: RenderPlan, frame: number): string {
  return segmentFingerprint(
    pictureOnly(slicePlan(plan, { startFrame: frame, endFrame: frame + 1 })),
  );
}

export class HeldPictures {
  readonly #pictures: BoundedCache<ExactFrame>;
  #plan: RenderPlan | null = null;
  /** What the frames that were asked for are made from, in `#plan`. */
  #keys = new Map<number, string>();

  constructor(limitBytes: number) {
    this.#pictures = new BoundedCache(limitBytes);
  }

  /** The frame's picture if it is known already that `plan` has it so; works nothing out. */
  at(plan: RenderPlan, frame: number): ExactFrame | undefined {
    const key = plan === this.#plan ? this.#keys.get(frame) : undefined;
    return key === undefined ? undefined : this.#pictures.get(key);
  }

  find(plan: RenderPlan, frame: number): ExactFrame | undefined {
    this.follow(plan);
    const key = this.#keys.get(frame) ?? keyOf(plan, frame);
    this.#keys.set(frame, key);
    return this.#pictures.get(key);
  }

  keep(plan: RenderPlan, frame: number, picture: ExactFrame): void {
    const key = keyOf(plan, frame);
    if (plan === this.#plan) this.#keys.set(frame, key);
    this.#pictures.set(key, picture, picture.pixels.byteLength);
  }

  /** Goes on with another plan: the frames that it makes of the same things stay. */
  follow(plan: RenderPlan): void {
    if (plan === this.#plan) return;
    const frames = this.frames().filter((frame) => frame < plan.frameCount);
    this.#plan = plan;
    this.#keys = new Map(frames.map((frame) => [frame, keyOf(plan, frame)]));
  }

  isOf(plan: RenderPlan): boolean {
    return plan === this.#plan;
  }

  /** The frames of the plan that are held, in order. */
  frames(): readonly number[] {
    return [...this.#keys]
      .filter(([, key]) => this.#pictures.has(key))
      .map(([frame]) => frame)
      .toSorted((a, b) => a - b);
  }

  clear(): void {
    this.#pictures.clear();
    this.#keys.clear();
  }
}
