import { toggleSafeAreas } from "../../engine/monitor/preferences.ts";
import type { Command } from "./command.ts";

const ZOOM_STEP = 1.5;

export const viewCommands: readonly Command[] = [
  {
    id: "tool-select",
    group: "timeline",
    keys: ["v"],
    run: (env) => env.store.getState().setTool("select"),
  },
  {
    id: "tool-slip",
    group: "timeline",
    keys: ["y"],
    run: (env) => env.store.getState().setTool("slip"),
  },
  {
    id: "tool-slide",
    group: "timeline",
    keys: ["u"],
    run: (env) => env.store.getState().setTool("slide"),
  },
  {
    id: "tool-hand",
    group: "timeline",
    keys: ["h"],
    run: (env) => env.store.getState().setTool("hand"),
  },
  {
    id: "snapping",
    group: "timeline",
    keys: ["n"],
    run: (env) => env.store.getState().toggleSnapping(),
  },
  {
    id: "zoom-in",
    group: "timeline",
    keys: ["Equal", "Shift+Equal", "NumpadAdd"],
    run: (env) => env.store.getState().zoom(ZOOM_STEP),
  },
  {
    id: "zoom-out",
    group: "timeline",
    keys: ["Minus", "NumpadSubtract"],
    run: (env) => env.store.getState().zoom(1 / ZOOM_STEP),
  },
  {
    id: "fit",
    group: "timeline",
    keys: ["Shift+z", "Backslash"],
    run: (env) => env.store.getState().fitAll(),
  },
  {
    id: "safe-areas",
    group: "timeline",
    keys: ["Shift+g"],
    run: () => toggleSafeAreas(),
  },
  {
    id: "scopes",
    group: "timeline",
    keys: ["Shift+w"],
    run: (env) => env.store.getState().toggleScopes(),
  },
  {
    id: "save-template",
    group: "project",
    keys: ["$mod+Shift+s"],
    run: (env) => env.store.getState().openDialog("save-template"),
  },
  {
    id: "save",
    group: "project",
    keys: ["$mod+s"],
    run: (env) => {
      void env.flush().then((status) => env.speak.saved(status));
    },
  },
  {
    id: "export",
    group: "project",
    keys: ["$mod+e"],
    run: (env) => env.store.getState().openDialog("export"),
  },
  {
    id: "shortcuts",
    group: "project",
    keys: ["Shift+?"],
    run: (env) => env.store.getState().openDialog("shortcuts"),
  },
  {
    id: "palette",
    group: "project",
    keys: ["$mod+Shift+p", "/"],
    run: (env) => env.store.getState().openDialog("palette"),
  },
];
