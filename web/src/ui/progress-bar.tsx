import { classNames } from "./class-names.ts";
import css from "./progress-bar.module.css";

/** Progress of known work, 0-100; null while its length is not known. */
export function ProgressBar(props: {
  readonly label: string;
  readonly percent: number | null;
  readonly tone?: "accent" | "warn" | "bad";
  readonly hideNumber?: boolean;
}) {
  const percent =
    props.percent === null ? null : Math.max(0, Math.min(100, Math.floor(props.percent)));
  return (
    <div className={css["row"]}>
      <div
        role="progressbar"
        aria-label={props.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
        className={css["track"]}
      >
        <div
          className={classNames(
            css["bar"],
            css[props.tone ?? "accent"],
            percent === null && css["unknown"],
          )}
          style={percent === null ? undefined : { transform: `scaleX(${percent / 100})` }}
        />
      </div>
      {percent === null || props.hideNumber === true ? null : (
        <span className={css["number"]}>{percent}%</span>
      )}
    </div>
  );
}
