"use client";
import { useT } from "../i18n/use-t.ts";
import { Dialog } from "../ui/dialog.tsx";
import { notify } from "../ui/toaster.tsx";
import { GenerateForm } from "./generate-form.tsx";

/** Generation from the library: the clip appears there at once. */
export function GenerateDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT("generate");
  const started = () => {
    notify(t("started"));
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("dialogTitle")}
      description={t("dialogText")}
    >
      <GenerateForm onStarted={started} />
    </Dialog>
  );
}
