"use client";
import { type CaptionClip, SIDECAR_FORMATS, type SidecarFormat, clipAt } from "@cutroom/timeline";
import { Captions, Download, Palette, Plus, Search, Timer, Upload } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { DropArea } from "../../library/drop-area.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { PanelHeader } from "../../ui/panel-header.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { runPlan, situationOf } from "../actions/run-plan.ts";
import panels from "../panels/panels.module.css";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { shownDocument } from "../state/document.ts";
import { useTrackLabel } from "../timeline/track-label.ts";
import { addCue, cuesOf } from "./caption-actions.ts";
import { CAPTION_FILES, saveCaptionFile } from "./caption-files.ts";
import { CaptionStyleSection } from "./caption-style.tsx";
import css from "./captions.module.css";
import { missingCharacters } from "./coverage.ts";
import { CueList } from "./cue-list.tsx";
import { useCaptionImport } from "./use-caption-import.ts";
import { useTapping } from "./use-tapping.ts";

const ICON = { size: 16, strokeWidth: 1.5 } as const;

/** Caption tracks from top to bottom, and the one whose cues are listed. */
function useCaptionTrack() {
  const document = useEditor(shownDocument);
  const [chosen, choose] = useState<string | null>(null);
  const tracks = useMemo(
    () =>
      document.trackOrder
        .toReversed()
        .flatMap((id) => document.tracks[id] ?? [])
        .filter((track) => track.kind === "caption"),
    [document.trackOrder, document.tracks],
  );
  const track = tracks.find(({ id }) => id === chosen) ?? tracks[0] ?? null;
  const cues = useMemo(() => cuesOf(document, track?.id ?? null), [document, track?.id]);
  return { tracks, track, cues, choose };
}

function matching(cues: readonly CaptionClip[], query: string, onlyMissing: boolean) {
  const wanted = query.trim().toLocaleLowerCase();
  // With the last one mended there is nothing left to show alone.
  const only = onlyMissing && cues.some((cue) => missingCharacters(cue).length > 0);
  return cues.filter(
    (cue) =>
      (wanted === "" || cue.text.toLocaleLowerCase().includes(wanted)) &&
      (!only || missingCharacters(cue).length > 0),
  );
}

/** Characters that an export could not draw, found before it is asked for. */
function CoverageNote(props: {
  readonly cues: readonly CaptionClip[];
  readonly onShow: (only: boolean) => void;
  readonly only: boolean;
}) {
  const t = useT("editor");
  const affected = useMemo(
    () => props.cues.filter((cue) => missingCharacters(cue).length > 0),
    [props.cues],
  );
  if (affected.length === 0) return null;
  return (
    <p className={css["warning"]} role="status" data-testid="caption-coverage">
      {t("captions.coverage", { count: affected.length })}{" "}
      <Button onClick={() => props.onShow(!props.only)}>
        {t(props.only ? "captions.showAll" : "captions.showThem")}
      </Button>
    </p>
  );
}

type CaptionTrack = ReturnType<typeof useCaptionTrack>;

function HeaderTools(props: { readonly list: CaptionTrack; readonly onImport: () => void }) {
  const t = useT("editor");
  const env = useEnv();
  const readOnly = useEditor((state) => state.role === "reader");
  const name = useEditor((state) => state.journal.name);
  const { track, cues } = props.list;
  const save = (format: SidecarFormat) => {
    if (track) saveCaptionFile(shownDocument(env.store.getState()), track.id, format, name);
  };
  return (
    <>
      <IconButton
        label={t("captions.import")}
        icon={<Upload {...ICON} />}
        disabled={readOnly}
        onClick={props.onImport}
      />
      <Menu
        entries={SIDECAR_FORMATS.map((format) => ({
          id: format,
          label: t(`captions.save.${format}`),
          disabled: cues.length === 0,
          onSelect: () => save(format),
        }))}
      >
        <IconButton label={t("captions.export")} icon={<Download {...ICON} />} />
      </Menu>
      <IconButton
        label={t("captions.add")}
        icon={<Plus {...ICON} />}
        disabled={readOnly}
        onClick={() =>
          runPlan(env, addCue(situationOf(env), track?.id ?? null, t("captions.newText")))
        }
      />
    </>
  );
}

/** Which track, which cues, timing by tapping, and the style. */
function Bar(props: {
  readonly list: CaptionTrack;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly tapping: ReturnType<typeof useTapping>;
  readonly styling: boolean;
  readonly onStyling: (styling: boolean) => void;
}) {
  const t = useT("editor");
  const readOnly = useEditor((state) => state.role === "reader");
  const label = useTrackLabel();
  const { tapping, styling } = props;
  const { tracks, track, cues, choose } = props.list;
  return (
    <div className={css["bar"]}>
      {track !== null && tracks.length > 1 ? (
        <Select
          label={t("captions.track")}
          hideLabel
          value={track.id}
          options={tracks.map((one) => ({ value: one.id, label: label(one) }))}
          onChange={choose}
        />
      ) : null}
      <TextField
        label={t("captions.search")}
        hideLabel
        placeholder={t("captions.search")}
        icon={<Search size={14} strokeWidth={1.5} />}
        value={props.query}
        onChange={props.onQuery}
      />
      <IconButton
        label={t("captions.tap")}
        icon={<Timer {...ICON} />}
        active={tapping.waiting !== null}
        disabled={readOnly || cues.length === 0}
        onClick={() => (tapping.waiting === null ? tapping.start(cues) : tapping.stop())}
      />
      <IconButton
        label={t("captions.style.title")}
        icon={<Palette {...ICON} />}
        active={styling}
        onClick={() => props.onStyling(!styling)}
      />
    </div>
  );
}

function Cues({ list }: { readonly list: CaptionTrack }) {
  const t = useT("editor");
  const [query, setQuery] = useState("");
  const [onlyMissing, setOnlyMissing] = useState(false);
  const [styling, setStyling] = useState(false);
  const readOnly = useEditor((state) => state.role === "reader");
  const { track, cues } = list;
  const trackId = track?.id ?? null;
  const tapping = useTapping(trackId);
  const shown = useMemo(() => matching(cues, query, onlyMissing), [cues, query, onlyMissing]);
  const current = useEditor((state) =>
    trackId === null
      ? null
      : (clipAt(shownDocument(state), trackId, state.playheadFlicks)?.id ?? null),
  );
  return (
    <>
      <Bar
        list={list}
        query={query}
        onQuery={setQuery}
        tapping={tapping}
        styling={styling}
        onStyling={setStyling}
      />
      {tapping.waiting === null ? null : (
        <p className={css["hint"]} role="status">
          {t("captions.tapHint")}
        </p>
      )}
      <CoverageNote cues={cues} only={onlyMissing} onShow={setOnlyMissing} />
      {styling && track !== null ? (
        <div className={css["style"]}>
          <CaptionStyleSection track={track} />
        </div>
      ) : null}
      <CueList
        cues={shown}
        all={cues}
        current={current}
        waiting={tapping.waiting}
        readOnly={readOnly}
      />
    </>
  );
}

/** Import, edit, time and style captions. */
export function CaptionsPanel() {
  const t = useT("editor");
  const readOnly = useEditor((state) => state.role === "reader");
  const list = useCaptionTrack();
  const input = useRef<HTMLInputElement>(null);
  const importFiles = useCaptionImport(list.choose);
  const choose = () => input.current?.click();
  return (
    <DropArea className={panels["panel"]} onFiles={importFiles}>
      <PanelHeader title={t("captions.title")} count={list.cues.length}>
        <HeaderTools list={list} onImport={choose} />
      </PanelHeader>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={CAPTION_FILES}
        data-testid="caption-input"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          importFiles(files);
        }}
      />
      {list.track === null ? (
        <EmptyState
          icon={<Captions {...ICON} />}
          title={t("captions.emptyTitle")}
          body={t("captions.emptyBody")}
          action={
            <Button icon={<Upload {...ICON} />} disabled={readOnly} onClick={choose}>
              {t("captions.import")}
            </Button>
          }
        />
      ) : (
        <Cues list={list} />
      )}
    </DropArea>
  );
}
