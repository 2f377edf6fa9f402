export type {
  PlanInput,
  PlanLayer,
  PlanPicture,
  PlanRect,
  PlanSound,
  PlanTarget,
  PlanTransition,
  RenderPlan,
  TitleSpec,
} from "./plan.ts";
