"use client";
import { type Marker } from "@cutroom/timeline";
import { type FormEvent, useId, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import css from "./timeline.module.css";

const MAX_NAME = 300;
const MAX_NOTE = 2_000;

function MarkerForm({ marker }: { readonly marker: Marker }) {
  const t = useT("editor");
  const tUi = useT("ui");
  const env = useEnv();
  const formId = useId();
  const [name, setName] = useState(marker.name);
  const [note, setNote] = useState(marker.note ?? "");
  const { edit, editMarker } = env.store.getState();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = { name: name.trim(), note: note.trim() };
    edit("marker", [{ type: "set-marker", markerId: marker.id, ...words }]);
    editMarker(null);
  };
  return (
    <Dialog
      open
      size="small"
      title={t("timeline.markerTitle")}
      onOpenChange={() => editMarker(null)}
      footer={
        <>
          <Button onClick={() => editMarker(null)}>{tUi("actions.cancel")}</Button>
          <Button kind="primary" type="submit" form={formId}>
            {t("timeline.save")}
          </Button>
        </>
      }
    >
      <form id={formId} className={css["markerForm"]} onSubmit={submit}>
        <TextField
          label={t("timeline.markerName")}
          value={name}
          onChange={setName}
          maxLength={MAX_NAME}
          onFocus={(event) => event.currentTarget.select()}
        />
        <TextField
          label={t("timeline.markerNote")}
          value={note}
          onChange={setNote}
          rows={4}
          maxLength={MAX_NOTE}
        />
      </form>
    </Dialog>
  );
}

/** Asks for name and note of the marker that is being edited. */
export function MarkerDialog() {
  const marker = useEditor(({ editedMarkerId, journal }) =>
    editedMarkerId === null ? undefined : journal.document.markers[editedMarkerId],
  );
  return marker === undefined ? null : <MarkerForm key={marker.id} marker={marker} />;
}
