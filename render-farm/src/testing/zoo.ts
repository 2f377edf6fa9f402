/** The zoo of difficult files and what is true of each. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export const ZOO = join(import.meta.dirname, "../../fixtures/zoo");

const animal = z.object({
  file: z.string(),
  expect: z.enum(["accept", "normalise", "refuse", "policy"]),
  refusal: z.string().nullable(),
  duration_s: z.number().nullable(),
  tol_s: z.number().nullable(),
  frames: z.int().nullable(),
  fps: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  has_audio: z.boolean().nullable(),
});
export type Animal = z.infer<typeof animal>;

export const animals: readonly Animal[] = z
  .array(animal)
  .parse(JSON.parse(readFileSync(join(ZOO, "manifest.json"), "utf8")));

export function zooFile(name: string): string {
  return join(ZOO, name);
}
