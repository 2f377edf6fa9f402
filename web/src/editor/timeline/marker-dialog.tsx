"use client";
import { useT } from "../../i18n/use-t.ts";
import { RenameDialog } from "../../ui/rename-dialog.tsx";
import { useEditor, useEnv } from "../session/editor-context.tsx";

const MAX_NOTE = 300;

/** Asks for the note of the marker that is being edited. */
export function MarkerDialog() {
  const t = useT("editor");
  const env = useEnv();
  const marker = useEditor(({ editedMarkerId, journal }) =>
    editedMarkerId === null ? undefined : journal.document.markers[editedMarkerId],
  );
  if (marker === undefined) return null;
  const { edit, editMarker } = env.store.getState();
  return (
    <RenameDialog
      key={marker.id}
      title={t("timeline.markerTitle")}
      label={t("timeline.markerNote")}
      action={t("timeline.save")}
      name={marker.name}
      maxLength={MAX_NOTE}
      onClose={() => editMarker(null)}
      onRename={async (name) => {
        edit("marker", [{ type: "set-marker", markerId: marker.id, name }]);
        return null;
      }}
    />
  );
}
