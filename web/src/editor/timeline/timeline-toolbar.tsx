"use client";
import {
  ArrowLeftRight,
  Blend,
  ChevronsLeftRight,
  Magnet,
  MousePointer2,
  MoveHorizontal,
  Scissors,
  Trash2,
  Type,
  ZoomIn,
  ZoomOut,
  Flag,
  Hand,
  ArrowLeftToLine,
  ArrowRightToLine,
  BetweenVerticalStart,
} from "lucide-react";
import { useT } from "../../i18n/use-t.ts";
import { LeftToRight } from "../../ui/use-direction.tsx";
import { CommandButton } from "../layout/command-button.tsx";
import { useEditor } from "../session/editor-context.tsx";
import { ZoomSlider } from "./zoom-slider.tsx";
import css from "./timeline.module.css";

const ICON = { size: 16, strokeWidth: 1.5 } as const;

const TOOL_HINTS = {
  select: "idle",
  slip: "slipTool",
  slide: "slideTool",
  hand: "handTool",
} as const;

function Hint() {
  const t = useT("editor");
  const hint = useEditor((state) => state.hint ?? TOOL_HINTS[state.tool]);
  return (
    <p className={css["hint"]} dir="auto">
      {t(`hints.${hint}`)}
    </p>
  );
}

/**
 * 36 px: tools and cuts on the left, what the pointer can do in the middle, zoom on the right; in
 * every language, as time runs to the right.
 */
export function TimelineToolbar() {
  const t = useT("editor");
  const tool = useEditor((state) => state.tool);
  const snapping = useEditor((state) => state.snapping);
  return (
    <LeftToRight>
      <div className={css["toolbar"]} role="toolbar" aria-label={t("timeline.label")}>
        <CommandButton
          command="tool-select"
          icon={<MousePointer2 {...ICON} />}
          active={tool === "select"}
        />
        <CommandButton
          command="tool-slip"
          icon={<MoveHorizontal {...ICON} />}
          active={tool === "slip"}
        />
        <CommandButton
          command="tool-slide"
          icon={<ArrowLeftRight {...ICON} />}
          active={tool === "slide"}
        />
        <CommandButton command="tool-hand" icon={<Hand {...ICON} />} active={tool === "hand"} />
        <span className={css["divider"]} />
        <CommandButton command="split" icon={<Scissors {...ICON} />} />
        <CommandButton command="trim-start" icon={<ArrowLeftToLine {...ICON} />} />
        <CommandButton command="trim-end" icon={<ArrowRightToLine {...ICON} />} />
        <CommandButton command="lift" icon={<Trash2 {...ICON} />} />
        <CommandButton command="ripple-delete" icon={<BetweenVerticalStart {...ICON} />} />
        <span className={css["divider"]} />
        <CommandButton command="add-title" icon={<Type {...ICON} />} />
        <CommandButton command="crossfade" icon={<Blend {...ICON} />} />
        <CommandButton command="add-marker" icon={<Flag {...ICON} />} />
        <span className={css["divider"]} />
        <CommandButton command="snapping" icon={<Magnet {...ICON} />} active={snapping} />
        <Hint />
        <CommandButton command="zoom-out" icon={<ZoomOut {...ICON} />} />
        <ZoomSlider />
        <CommandButton command="zoom-in" icon={<ZoomIn {...ICON} />} />
        <CommandButton command="fit" icon={<ChevronsLeftRight {...ICON} />} />
      </div>
    </LeftToRight>
  );
}
