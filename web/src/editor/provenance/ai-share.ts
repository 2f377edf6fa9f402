import { madeOf } from "@cutroom/contracts";
import type { AiShare, Asset } from "@cutroom/contracts";

/** How much of what lies on the timeline AI made, by what is known of its files. */
export function aiShareOf(
  clips: readonly { readonly kind: string; readonly assetId?: string }[],
  assets: Readonly<Record<string, Pick<Asset, "ai_disclosure">>>,
): AiShare {
  const used = new Set(clips.flatMap(({ assetId }) => assetId ?? []));
  const parts = Array.from(used, (id) => ({
    disclosure: assets[id]?.ai_disclosure ?? ("undeclared" as const),
    tool: null,
    isClaim: false,
  }));
  return madeOf(parts).aiShare;
}
