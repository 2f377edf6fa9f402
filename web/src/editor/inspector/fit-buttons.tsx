"use client";
import type { MediaClip } from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import { useWorkspace } from "../../server/workspace.ts";
import { Button } from "../../ui/button.tsx";
import { fitFrame } from "../keyframes/fit-frame.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import css from "./inspector.module.css";
import { LookSwitch } from "./look-section.tsx";
import { useChange } from "./use-change.ts";

/** How the picture meets the frame: inside it, filling it, or on a blurred copy of itself. */
export function FitButtons({ clips }: { readonly clips: readonly MediaClip[] }) {
  const t = useT("editor");
  const env = useEnv();
  const change = useChange();
  const assets = useWorkspace((state) => state.assets);
  const disabled = useEditor((state) => state.role === "reader");
  const button = (how: "fit" | "fill") => (
    <Button
      title={t(`look.${how}Hint`)}
      disabled={disabled}
      onClick={() => {
        const { journal, playheadFlicks } = env.store.getState();
        const factsOf = (assetId: string) => assets[assetId]?.facts;
        const at = { playheadFlicks, factsOf };
        change.commit("transform", fitFrame(journal.document, clips, how, at));
      }}
    >
      {t(`look.${how}`)}
    </Button>
  );
  return (
    <section className={css["section"]}>
      <div className={css["two"]}>
        {button("fit")}
        {button("fill")}
      </div>
      <LookSwitch clips={clips} field="backdrop" />
    </section>
  );
}
