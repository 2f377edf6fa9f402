import css from "./monitor.module.css";

/** Shares of the frame's sides that no screen cuts off, for what happens and for words (EBU R 95). */
const SAFE_PERCENT = { action: 93, title: 90 } as const;
const THIRDS = ["33.333%", "66.667%"] as const;

/** Lines to compose by, over the picture. */
export function Guides(props: { readonly safeAreas: boolean; readonly thirds: boolean }) {
  if (!props.safeAreas && !props.thirds) return null;
  return (
    <svg className={css["guides"]} data-testid="guides" aria-hidden>
      {props.thirds
        ? THIRDS.map((at) => (
            <g key={at}>
              <line x1={at} x2={at} y1="0" y2="100%" />
              <line x1="0" x2="100%" y1={at} y2={at} />
            </g>
          ))
        : null}
      {props.safeAreas
        ? Object.entries(SAFE_PERCENT).map(([name, percent]) => (
            <rect
              key={name}
              x={`${(100 - percent) / 2}%`}
              y={`${(100 - percent) / 2}%`}
              width={`${percent}%`}
              height={`${percent}%`}
            />
          ))
        : null}
    </svg>
  );
}
