import { type Flicks, documentDuration } from "@cutroom/timeline";
import type { Gesture } from "../gestures/gesture.ts";
import {
  type View,
  fit,
  reveal,
  scrollBy,
  zoomAt,
  flicksToPx,
} from "../timeline/viewport-maths.ts";
import { shownDocument } from "./document.ts";
import type { EditorState, SliceSet } from "./store.ts";

export type Tool = "select" | "slip" | "slide" | "hand";
/** In the order of the rail. */
export const PANEL_MODES = [
  "media",
  "generate",
  "text",
  "shapes",
  "captions",
  "transitions",
  "effects",
  "audio",
  "mixer",
  "history",
] as const;
export type PanelMode = (typeof PANEL_MODES)[number];
type DialogName =
  | "auto-cut"
  | "conflict"
  | "record"
  | "relink"
  | "save-template"
  | "export"
  | "shortcuts"
  | "palette";

export interface ViewportSlice {
  readonly view: View;
  readonly snapping: boolean;
  readonly tool: Tool;
  readonly panel: PanelMode;
  /** Is there a panel beside the monitor at all? */
  readonly sideOpen: boolean;
  readonly setSideOpen: (open: boolean) => void;
  readonly dialog: DialogName | null;
  readonly inspectorOpen: boolean;
  readonly setInspectorOpen: (open: boolean) => void;
  /** Which keys change the running gesture. */
  readonly hint: Gesture["hint"] | null;
  readonly setHint: (hint: Gesture["hint"] | null) => void;
  readonly setLaneWidth: (widthPx: number) => void;
  readonly zoom: (factor: number, anchorPx?: number) => void;
  readonly scrollByPx: (px: number) => void;
  readonly fitAll: () => void;
  readonly revealTime: (time: Flicks) => void;
  readonly toggleSnapping: () => void;
  readonly setTool: (tool: Tool) => void;
  /** Shows a panel, however its side stands. */
  readonly setPanel: (panel: PanelMode) => void;
  /** Shows a panel; the one that is shown closes. */
  readonly togglePanel: (panel: PanelMode) => void;
  /** The marker whose note is being written. */
  readonly editedMarkerId: string | null;
  readonly editMarker: (markerId: string | null) => void;
  readonly openDialog: (dialog: DialogName | null) => void;
  /** Are the scopes below the picture, and is their waveform one of three colours? */
  readonly scopes: boolean;
  readonly parade: boolean;
  readonly toggleScopes: () => void;
  readonly toggleParade: () => void;
  /** Whether the film says that AI made it; null: by what it is made of. */
  readonly aiLabel: boolean | null;
  readonly setAiLabel: (aiLabel: boolean) => void;
}

const FIRST_VIEW: View = { scrollFlicks: 0, pxPerSecond: 40, widthPx: 0 };

export function viewportSlice(set: SliceSet, get: () => EditorState): ViewportSlice {
  const duration = () => documentDuration(shownDocument(get()));
  return {
    view: FIRST_VIEW,
    snapping: true,
    tool: "select",
    panel: "media",
    sideOpen: true,
    setSideOpen: (sideOpen) => {
      if (get().sideOpen !== sideOpen) set({ sideOpen });
    },
    dialog: null,
    inspectorOpen: true,
    setInspectorOpen: (inspectorOpen) => {
      if (get().inspectorOpen !== inspectorOpen) set({ inspectorOpen });
    },
    hint: null,
    setHint: (hint) => {
      if (get().hint !== hint) set({ hint });
    },
    setLaneWidth: (widthPx) => {
      const { view } = get();
      if (view.widthPx === widthPx) return;
      // The first known width is when the whole project can be shown.
      set({
        view: view.widthPx === 0 ? fit({ ...view, widthPx }, duration()) : { ...view, widthPx },
      });
    },
    zoom: (factor, anchorPx) => {
      const { view, playheadFlicks } = get();
      const playheadPx = flicksToPx(view, playheadFlicks);
      const onScreen = playheadPx >= 0 && playheadPx <= view.widthPx;
      set({ view: zoomAt(view, factor, anchorPx ?? (onScreen ? playheadPx : view.widthPx / 2)) });
    },
    scrollByPx: (px) => set({ view: scrollBy(get().view, px, duration()) }),
    fitAll: () => set({ view: fit(get().view, duration()) }),
    revealTime: (time) => set({ view: reveal(get().view, time) }),
    toggleSnapping: () => set({ snapping: !get().snapping }),
    setTool: (tool) => set({ tool }),
    setPanel: (panel) => set({ panel, sideOpen: true }),
    togglePanel: (panel) => set({ panel, sideOpen: !get().sideOpen || get().panel !== panel }),
    editedMarkerId: null,
    editMarker: (editedMarkerId) => set({ editedMarkerId }),
    openDialog: (dialog) => set({ dialog }),
    scopes: false,
    parade: false,
    toggleScopes: () => set({ scopes: !get().scopes }),
    toggleParade: () => set({ parade: !get().parade }),
    aiLabel: null,
    setAiLabel: (aiLabel) => set({ aiLabel }),
  };
}
