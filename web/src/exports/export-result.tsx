"use client";
import { formatOf } from "@cutroom/contracts";
import type { ExportFormat, Task } from "@cutroom/contracts";
import { useLocale, useT } from "../i18n/use-t.ts";
import { credentialsLine, madeLine } from "../provenance/provenance-lines.ts";
import { formatBytes, formatDuration, formatFrame } from "../ui/format.ts";
import { CaptionDownloads } from "./caption-downloads.tsx";
import css from "./export-dialog.module.css";
import { SharePanel } from "./share-panel.tsx";
import { useTaskText } from "./use-task-text.ts";

/** What can be shown of it: what no browser plays shows its poster. */
function Preview(props: {
  readonly output: NonNullable<Task["output"]>;
  readonly format: ExportFormat;
  readonly label: string;
}) {
  const { output, label } = props;
  const { media, plays } = formatOf(props.format);
  if (media === "sound") {
    return <audio src={output.video_url} controls preload="metadata" aria-label={label} />;
  }
  if (media !== "video" || !plays) {
    const src = media === "video" ? output.poster_url : output.video_url;
    const { width, height } = output;
    return src === null ? null : <img src={src} width={width} height={height} alt={label} />;
  }
  return (
    <video
      src={output.video_url}
      poster={output.poster_url ?? undefined}
      width={output.width}
      height={output.height}
      controls
      playsInline
      preload="metadata"
      aria-label={label}
    />
  );
}

/** A finished export: watch it, and share it. */
export function ExportResult({ task }: { readonly task: Task }) {
  const t = useT("exports");
  const tMade = useT("provenance");
  const locale = useLocale();
  const text = useTaskText();
  const { output } = task;
  if (output === null) return null;
  const origin = [
    madeLine(output.provenance, tMade),
    credentialsLine(output.provenance, tMade),
  ].filter((line) => line !== null);
  const label = task.project_name ?? t("title");
  const facts = [
    output.width > 0 ? formatFrame(output.width, output.height) : null,
    output.duration_ms > 0 ? formatDuration(output.duration_ms) : null,
    formatBytes(output.size_bytes, locale),
    text.credits(task),
  ];
  return (
    <div className={css["result"]}>
      <Preview output={output} format={task.export?.format ?? "mp4-h264"} label={label} />
      <p className={css["note"]}>{facts.filter((fact) => fact !== null).join(" · ")}</p>
      {origin.length === 0 ? null : <p className={css["note"]}>{origin.join(" · ")}</p>}
      <CaptionDownloads task={task} />
      <SharePanel taskId={task.id} title={task.project_name ?? ""} />
    </div>
  );
}
