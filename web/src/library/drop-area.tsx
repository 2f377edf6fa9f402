"use client";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { useT } from "../i18n/use-t.ts";
import css from "./drop-area.module.css";

const ACCEPT = "video/*,audio/*,image/*,.heic,.heif,.mkv,.mts,.m2ts,.mxf,.ts,.cube";

const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");

/** A region that takes files dropped anywhere on it; says so while they hover. */
export function DropArea(props: {
  readonly onFiles: (files: readonly File[]) => void;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const t = useT("library");
  const depth = useRef(0);
  const [hovering, setHovering] = useState(false);
  const leave = () => {
    depth.current = 0;
    setHovering(false);
  };
  return (
    <div
      className={[css["area"], props.className].filter(Boolean).join(" ")}
      onDragEnter={(event) => {
        if (!holdsFiles(event)) return;
        depth.current += 1;
        setHovering(true);
      }}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
      }}
      onDragLeave={(event) => {
        if (!holdsFiles(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) leave();
      }}
      onDrop={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        leave();
        props.onFiles([...event.dataTransfer.files]);
      }}
    >
      {props.children}
      {hovering ? <div className={css["cover"]}>{t("drop.release")}</div> : null}
    </div>
  );
}

/** The file chooser, of files as `accept` has them: `open()` shows it; put `input` anywhere in the page. */
export function useFileChooser(onFiles: (files: readonly File[]) => void, accept = ACCEPT) {
  const input = useRef<HTMLInputElement>(null);
  return {
    open: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
        data-testid="file-input"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    ),
  };
}
