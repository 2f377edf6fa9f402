import { everyClip } from "@cutroom/timeline";
import { useMemo } from "react";
import { useWorkspace } from "../../server/workspace.ts";
import { useEditor } from "../session/editor-context.tsx";
import { aiShareOf } from "./ai-share.ts";

export interface AiLabel {
  /** Whether there is anything to label. */
  readonly offered: boolean;
  /** By the person's choice; until then on a film that AI made wholly. */
  readonly shown: boolean;
}

/** The label of AI, the same in the monitor and for the export. */
export function useAiLabel(): AiLabel {
  const document = useEditor((state) => state.project.document);
  const assets = useWorkspace((state) => state.assets);
  const chosen = useEditor((state) => state.aiLabel);
  const share = useMemo(() => aiShareOf(everyClip(document), assets), [document, assets]);
  return { offered: share !== "none", shown: share !== "none" && (chosen ?? share === "wholly") };
}
