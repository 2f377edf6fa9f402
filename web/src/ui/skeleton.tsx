import css from "./state.module.css";

/** Holds the place of something that is loading, in its final size. */
export function Skeleton(props: {
  readonly width?: number | string;
  readonly height: number | string;
}) {
  return (
    <div
      aria-hidden
      className={css["skeleton"]}
      style={{ width: props.width ?? "100%", height: props.height }}
    />
  );
}
