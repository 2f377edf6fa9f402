"use client";
import { DEFAULT_SHAPE_STYLE } from "@cutroom/timeline";
import { shapeSvg } from "@cutroom/titles";
import type { PointerEvent } from "react";
import { useT } from "../../i18n/use-t.ts";
import tiles from "../panels/transitions-panel.module.css";
import css from "./shapes.module.css";
import { type ShapeId, shapePreset } from "./shape-presets.ts";

const WIDTH_PX = 160;
const HEIGHT_PX = 100;
/** A tile is small: a shape is drawn larger in it than it is in the frame. */
const CLOSER = 1.6;

/** The shape as the export draws it, by the same function. */
function pictureOf(id: ShapeId): string {
  const svg = shapeSvg({
    shape: { ...DEFAULT_SHAPE_STYLE, ...shapePreset(id) },
    unitPx: HEIGHT_PX * CLOSER,
    width: WIDTH_PX,
    height: HEIGHT_PX,
    xPx: 0,
    yPx: 0,
    scale: 1,
    rotationDeg: 0,
  });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** One shape or sticker: press it to add it at the playhead, or drag it onto a track. */
export function ShapeTile(props: {
  readonly id: ShapeId;
  readonly disabled: boolean;
  readonly onAdd: (id: ShapeId, name: string) => void;
  readonly onDrag: (press: PointerEvent<HTMLElement>, id: ShapeId, name: string) => void;
}) {
  const t = useT("editor");
  const { id } = props;
  const name = t(`shapes.names.${id}`);
  return (
    <button
      type="button"
      className={tiles["tile"]}
      data-shape={id}
      disabled={props.disabled}
      onClick={() => props.onAdd(id, name)}
      onPointerDown={(press) => props.onDrag(press, id, name)}
    >
      <span className={css["frame"]}>
        <img className={css["picture"]} src={pictureOf(id)} alt="" draggable={false} />
      </span>
      <span className={tiles["name"]}>{name}</span>
    </button>
  );
}
