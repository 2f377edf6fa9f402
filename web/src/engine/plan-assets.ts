import type { RenderPlan } from "@cutroom/compiler";

/** The asset that an input of the plan reads, or null for a title, which reads none. */
export function assetOf(plan: RenderPlan, inputId: string): string | null {
  const input = plan.inputs.find((one) => one.id === inputId);
  return input === undefined || input.kind === "title" ? null : input.assetId;
}
