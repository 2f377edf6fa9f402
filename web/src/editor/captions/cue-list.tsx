"use client";
import type { CaptionClip } from "@cutroom/timeline";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useEditor } from "../session/editor-context.tsx";
import css from "./captions.module.css";
import { CueRow } from "./cue-row.tsx";
import { useVirtualRows } from "./use-virtual-rows.ts";

/** As `--cue-height` of captions.module.css. */
const ROW_PX = 112;

/** The cues of a track; only those in sight are in the page. */
export function CueList(props: {
  readonly cues: readonly CaptionClip[];
  readonly all: readonly CaptionClip[];
  readonly current: string | null;
  readonly waiting: string | null;
  readonly readOnly: boolean;
}) {
  const t = useT("editor");
  const scroller = useRef<HTMLDivElement>(null);
  const { cues, current, waiting } = props;
  const { from, to, heightPx } = useVirtualRows(scroller, cues.length, ROW_PX);
  const rate = useEditor((state) => state.journal.document.settings.rate);
  const playing = useEditor((state) => state.playing);
  const selected = useEditor((state) => state.selectedClipIds);
  const numbers = useMemo(
    () => new Map(props.all.map(({ id }, index) => [id, index + 1])),
    [props.all],
  );
  const show = useCallback((index: number) => {
    const element = scroller.current;
    if (element === null || index < 0) return;
    const top = index * ROW_PX;
    const hidden =
      top < element.scrollTop || top + ROW_PX > element.scrollTop + element.clientHeight;
    if (hidden) element.scrollTop = Math.max(0, top - element.clientHeight / 3);
  }, []);
  const followed = (playing ? current : null) ?? waiting;
  useEffect(() => {
    if (followed !== null) show(cues.findIndex(({ id }) => id === followed));
  }, [cues, followed, show]);
  const step = useCallback(
    (id: string, by: 1 | -1) => {
      const next = cues[cues.findIndex((cue) => cue.id === id) + by];
      if (next === undefined) return;
      show(cues.indexOf(next));
      requestAnimationFrame(() =>
        scroller.current?.querySelector<HTMLElement>(`[data-cue-text="${next.id}"]`)?.focus(),
      );
    },
    [cues, show],
  );
  return (
    <div ref={scroller} className={css["scroll"]} tabIndex={-1} data-testid="cue-list">
      {cues.length === 0 ? <p className={css["hint"]}>{t("captions.none")}</p> : null}
      <ol className={css["rows"]} style={{ height: heightPx }} aria-label={t("captions.title")}>
        {cues.slice(from, to).map((cue, index) => (
          <CueRow
            key={cue.id}
            cue={cue}
            number={numbers.get(cue.id) ?? 0}
            rate={rate}
            topPx={(from + index) * ROW_PX}
            current={cue.id === current}
            selected={selected.includes(cue.id)}
            waiting={cue.id === waiting}
            readOnly={props.readOnly}
            onStep={(by) => step(cue.id, by)}
          />
        ))}
      </ol>
    </div>
  );
}
