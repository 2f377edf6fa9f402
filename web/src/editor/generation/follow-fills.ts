import { useWorkspace } from "../../server/workspace.ts";
import type { EditorEnv } from "../session/editor-env.ts";

/** Binds placeholders as soon as their files are there, also those that came while nobody looked. */
export function followFills(env: Pick<EditorEnv, "store" | "assetOf">): () => void {
  let seen: readonly unknown[] = [];
  const look = () => {
    const { project, role, draft, fill } = env.store.getState();
    const now = [project.document, role, draft, useWorkspace.getState().assets];
    if (now.every((one, index) => one === seen[index])) return;
    seen = now;
    fill((assetId) => {
      const asset = env.assetOf(assetId);
      if (asset?.state !== "READY" || asset.facts === null || asset.checksum === null) {
        return undefined;
      }
      return { checksum: asset.checksum, durationFlicks: asset.facts.duration };
    });
  };
  const stops = [env.store.subscribe(look), useWorkspace.subscribe(look)];
  look();
  return () => {
    for (const stop of stops) stop();
  };
}
