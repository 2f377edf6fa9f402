import type { RenderPlan } from "@cutroom/compiler";
import type { PlainClip, Transform } from "@cutroom/timeline";
import { useEffect, useEffectEvent, useRef } from "react";
import type { PointerEvent as ReactPointerEvent, RefObject } from "react";
import { useT } from "../../i18n/use-t.ts";
import { boxOf, posed } from "./clip-box.ts";
import { moved, scaled, turned } from "./handle-math.ts";
import type { Point } from "./handle-math.ts";
import css from "./monitor.module.css";
import type { TransformGesture } from "./monitor-props.ts";

interface HandlesProps {
  readonly plan: RenderPlan;
  readonly frame: number;
  readonly clip: PlainClip;
  readonly onGesture: (gesture: TransformGesture) => void;
}

type Mode = "move" | "scale" | "rotate";

interface Drag {
  readonly mode: Mode;
  readonly start: Transform;
  readonly from: Point;
  readonly centre: Point;
  latest: Transform;
}

/** One drag from pointer down to up, or to Escape, as gestures in pixels of the plan. */
function useDrag(
  { plan, frame, clip, onGesture }: HandlesProps,
  layer: RefObject<HTMLElement | null>,
) {
  const drag = useRef<Drag | null>(null);
  const tell = (phase: TransformGesture["phase"], transform: Transform) =>
    onGesture({ phase, clipId: clip.id, transform });
  const end = (phase: "commit" | "cancel") => {
    const ending = drag.current;
    drag.current = null;
    if (ending) tell(phase, phase === "cancel" ? ending.start : ending.latest);
  };
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape") end("cancel");
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => onEscape(event);
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);

  const toPlan = (event: ReactPointerEvent): Point => {
    const area = layer.current?.getBoundingClientRect();
    if (!area) return { x: 0, y: 0 };
    const factor = plan.width / area.width;
    return { x: (event.clientX - area.left) * factor, y: (event.clientY - area.top) * factor };
  };
  const begin = (mode: Mode, event: ReactPointerEvent) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const transform = posed(plan, frame, clip);
    const centre = { x: plan.width * (0.5 + transform.x), y: plan.height * (0.5 + transform.y) };
    drag.current = { mode, start: transform, from: toPlan(event), centre, latest: transform };
    tell("begin", transform);
  };
  const move = (event: ReactPointerEvent) => {
    const now = drag.current;
    if (!now) return;
    event.stopPropagation();
    now.latest = transformFor(now, toPlan(event), plan, {
      free: event.ctrlKey || event.metaKey,
      stepped: event.shiftKey,
    });
    tell("change", now.latest);
  };
  return (mode: Mode) => ({
    onPointerDown: (event: ReactPointerEvent) => begin(mode, event),
    onPointerMove: move,
    onPointerUp: () => end("commit"),
    onPointerCancel: () => end("cancel"),
  });
}

/** Move, scale and turn the selected clip on the picture. One drag is one undo step. */
export function Handles(props: HandlesProps) {
  const t = useT("monitor");
  const layer = useRef<HTMLDivElement>(null);
  const dragging = useDrag(props, layer);
  const { plan } = props;
  const box = boxOf(plan, props.frame, props.clip);
  if (!box) return null;
  const share = (value: number, of: number) => `${(value / of) * 100}%`;
  const style = {
    left: share(box.rect.x, plan.width),
    top: share(box.rect.y, plan.height),
    width: share(box.rect.width, plan.width),
    height: share(box.rect.height, plan.height),
    rotate: `${box.rotationDeg}deg`,
  };
  return (
    <div ref={layer} className={css["handles"]}>
      <div
        className={css["box"]}
        style={style}
        data-handle="move"
        title={t("handles.move")}
        {...dragging("move")}
      >
        {["nw", "ne", "sw", "se"].map((corner) => (
          <span
            key={corner}
            className={css["corner"]}
            data-corner={corner}
            data-handle="scale"
            title={t("handles.scale")}
            {...dragging("scale")}
          />
        ))}
        <span
          className={css["turn"]}
          data-handle="rotate"
          title={t("handles.rotate")}
          {...dragging("rotate")}
        />
      </div>
    </div>
  );
}

function transformFor(
  drag: Drag,
  to: Point,
  plan: RenderPlan,
  keys: { readonly free: boolean; readonly stepped: boolean },
): Transform {
  const span = { from: drag.from, to };
  if (drag.mode === "move") return moved(drag.start, span, plan, keys.free);
  if (drag.mode === "scale") return scaled(drag.start, span, drag.centre, keys.free);
  return turned(drag.start, span, drag.centre, keys.stepped);
}
