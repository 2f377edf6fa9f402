"use client";
import { Opened, RecordDialog } from "../editor/layout/later.tsx";
import { useEditor, useEnv } from "../editor/session/editor-context.tsx";
import { RecordBar } from "./record-bar.tsx";
import { useRecordControl } from "./use-record-control.ts";

/** Once, in an open project: the dialog, and the bar while something is recorded. */
export function Recorder() {
  const env = useEnv();
  const open = useEditor((state) => state.dialog === "record");
  const begin = useRecordControl();
  return (
    <>
      <Opened when={open}>
        <RecordDialog
          open={open}
          onClose={() => env.store.getState().openDialog(null)}
          onBegin={(wanted) => void begin(wanted)}
        />
      </Opened>
      <RecordBar />
    </>
  );
}
