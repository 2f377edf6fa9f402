"use client";
import { BUILT_IN_LUTS, PLAIN_LOOK } from "@cutroom/timeline";
import type { MediaClip, PictureLut } from "@cutroom/timeline";
import { Upload } from "lucide-react";
import { useT } from "../../i18n/use-t.ts";
import { useFileChooser } from "../../library/drop-area.tsx";
import { useUploader } from "../../server/upload/use-uploader.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Select } from "../../ui/select.tsx";
import { useFileLuts } from "../effects/file-luts.ts";
import { useEditor } from "../session/editor-context.tsx";
import css from "./inspector.module.css";
import { LookPercent, LookSection, lookOf } from "./look-section.tsx";
import { setAll, shared, useChange } from "./use-change.ts";

const { lut: NO_LUT, lutStrength } = PLAIN_LOOK;

const keyOf = (lut: PictureLut | null) =>
  lut === null ? "none" : lut.kind === "file" ? `file ${lut.assetId}` : lut.name;

/** The table of colours that the picture ends with, and how much of it there is. */
export function LutSection({ clips }: { readonly clips: readonly MediaClip[] }) {
  const t = useT("editor");
  const change = useChange();
  const readOnly = useEditor((state) => state.role === "reader");
  const uploader = useUploader();
  const chooser = useFileChooser((files) => uploader((one) => one.add(files)), ".cube");
  const own = useFileLuts(clips);
  const chosen = shared(clips, (clip) => keyOf(lookOf(clip).lut))?.value ?? "none";
  const luts: readonly PictureLut[] = [
    ...BUILT_IN_LUTS.map((name) => ({ kind: "built-in", name }) as const),
    ...own,
  ];
  return (
    <LookSection
      name="lut"
      clips={clips}
      title={t("look.lut")}
      reset={{ lut: NO_LUT, lutStrength }}
    >
      <div className={css["pick"]}>
        <Select
          label={t("look.lutTable")}
          value={chosen}
          disabled={readOnly}
          options={[
            { value: "none", label: t("look.luts.none") },
            ...luts.map((lut) => ({
              value: keyOf(lut),
              label: lut.kind === "file" ? lut.name : t(`look.luts.${lut.name}`),
            })),
          ]}
          onChange={(key) => {
            const lut = luts.find((one) => keyOf(one) === key) ?? null;
            change.commit("look", setAll(clips, { look: { lut } }));
          }}
        />
        <IconButton
          label={t("look.lutUpload")}
          icon={<Upload size={16} strokeWidth={1.5} />}
          disabled={readOnly}
          onClick={chooser.open}
        />
      </div>
      {chooser.input}
      {chosen === "none" ? null : <LookPercent clips={clips} field="lutStrength" />}
    </LookSection>
  );
}
