import css from "./spinner.module.css";

/** For waits of unknown length under a second or two; longer work shows a ProgressBar. */
export function Spinner(props: { readonly size?: number; readonly label?: string }) {
  const size = props.size ?? 16;
  return (
    <span
      className={css["spinner"]}
      style={{ width: size, height: size }}
      role={props.label === undefined ? undefined : "status"}
      aria-label={props.label}
      aria-hidden={props.label === undefined || undefined}
    />
  );
}
