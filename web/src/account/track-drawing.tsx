import css from "./sign-in.module.css";

type Hue = "video" | "overlay" | "text" | "audio" | "generated";

/** Rows of clips as [start, length, hue], in hundredths of the width. */
const ROWS: readonly (readonly (readonly [number, number, Hue])[])[] = [
  [
    [9, 13, "text"],
    [58, 11, "text"],
  ],
  [
    [30, 15, "overlay"],
    [71, 12, "generated"],
  ],
  [
    [0, 19, "video"],
    [19.2, 26, "video"],
    [45.4, 13, "video"],
    [58.6, 24, "video"],
    [83, 17, "video"],
  ],
  [
    [4, 54, "audio"],
    [60, 40, "audio"],
  ],
];

/** A timeline at rest, below the form: what this place is for, without a word. */
export function TrackDrawing() {
  return (
    <div className={css["tracks"]} aria-hidden="true">
      {ROWS.map((row) => (
        <div key={row[0]?.[2]} className={css["track"]}>
          {row.map(([start, length, hue]) => (
            <span
              key={start}
              className={css["clip"]}
              style={{
                left: `${start}%`,
                width: `${length}%`,
                background: `var(--clip-${hue})`,
                borderColor: `var(--clip-${hue}-line)`,
              }}
            />
          ))}
        </div>
      ))}
      <span className={css["playhead"]} />
    </div>
  );
}
