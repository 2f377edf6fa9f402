export {
  TASK_STATES,
  TERMINAL_TASK_STATES,
  isTerminal,
  nextTaskState,
  sourcesOf,
  taskTransitions,
} from "./task/states.ts";
export type { TaskEvent, TaskState } from "./task/states.ts";
export {
  EXPORT_FORMATS,
  EXPORT_QUALITIES,
  EXPORT_RESOLUTIONS,
  outputSize,
} from "./export/presets.ts";
export type { ExportFormat, ExportQuality, ExportResolution } from "./export/presets.ts";
