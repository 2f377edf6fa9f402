"use client";
import type { Clip } from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import type { MenuEntry } from "../../ui/menu.tsx";
import { closeGap } from "../actions/gaps.ts";
import { animateWish, bridgeWish, extendWish } from "../actions/frame-wish.ts";
import { type Gap, gapAt } from "../actions/place-generated.ts";
import type { FrameWish } from "../../generate/generate-choice.ts";
import { runTransition } from "../actions/run-transition.ts";
import { runPlan, situationOf } from "../actions/run-plan.ts";
import { canRun, commandOf, runCommand } from "../commands.ts";
import type { CommandId } from "../commands/command.ts";
import { shortcutOf } from "../commands/keymap-store.ts";
import { useEditorParts, useEnv } from "../session/editor-context.tsx";
import type { Hit } from "./hit-test.ts";

export interface MenuPlace {
  readonly hit: Hit;
  readonly timeFlicks: number;
}

const CLIP_COMMANDS: readonly (readonly CommandId[])[] = [
  ["split", "trim-start", "trim-end"],
  ["freeze-frame", "reverse"],
  ["cut", "copy", "paste", "duplicate"],
  ["edit-text", "crossfade", "mute"],
  ["link", "unlink", "group", "ungroup"],
  ["make-compound", "break-compound", "open-compound"],
  ["relink"],
  ["lift", "ripple-delete"],
];
const LANE_COMMANDS: readonly (readonly CommandId[])[] = [
  ["paste", "select-all"],
  ["select-forward", "select-back", "close-all-gaps"],
  ["add-title", "add-marker"],
  ["fit"],
];
const ATTRIBUTE_COMMANDS: readonly CommandId[] = [
  "paste-attributes",
  "paste-position",
  "paste-look",
  "paste-sound",
  "paste-speed",
];
/** For few clips only: offered where they can run, so that the list stays short. */
const RARE_COMMANDS: ReadonlySet<CommandId> = new Set([
  "edit-text",
  "link",
  "unlink",
  "group",
  "ungroup",
  "break-compound",
  "open-compound",
  "relink",
]);
/** Offered only on clips that are out of sync. */
const SYNC_COMMANDS: readonly CommandId[] = ["move-into-sync", "slip-into-sync"];
const DANGER: ReadonlySet<CommandId> = new Set(["lift", "ripple-delete"]);

/** What can be generated from a clip or into a gap: the panel opens with that filled in. */
function useMadeEntries() {
  const t = useT("editor");
  const env = useEnv();
  const wish = (frames: FrameWish | null, gap: Gap | null) => {
    const { chooseFrames, chooseGap, setPanel } = env.store.getState();
    chooseFrames(frames);
    chooseGap(gap);
    setPanel("generate");
  };
  const { document } = env.store.getState().journal;
  return {
    fromClip(clip: Clip): readonly MenuEntry[] {
      const animated = animateWish(clip);
      const extended = extendWish(document, clip);
      if (animated === null || extended === null) return [];
      return [
        { kind: "separator", id: "before made" },
        { id: "animate", label: t("timeline.animate"), onSelect: () => wish(animated, null) },
        {
          id: "extend",
          label: t("timeline.extend"),
          onSelect: () => wish(extended.frames, extended.gap),
        },
      ];
    },
    intoGap(gap: Gap): readonly MenuEntry[] {
      const bridge = bridgeWish(document, gap);
      const here = t("timeline.generateHere");
      const between = t("timeline.bridge");
      return [
        { id: "generate here", label: here, onSelect: () => wish(null, gap) },
        ...(bridge === null
          ? []
          : [{ id: "bridge", label: between, onSelect: () => wish(bridge, gap) }]),
      ];
    },
  };
}

/** What a clip offers now: first how it comes back into sync, where it is not. */
function clipGroups(can: Readonly<Record<string, boolean>>): readonly (readonly CommandId[])[] {
  const late = SYNC_COMMANDS.filter((id) => can[id] === true);
  const offered = CLIP_COMMANDS.map((ids) =>
    ids.filter((id) => !RARE_COMMANDS.has(id) || can[id] === true),
  );
  return [late, ...offered].filter((ids) => ids.length > 0);
}

/** What a right click on the lanes offers; the usual things first. */
export function useLaneEntries(place: MenuPlace | null): readonly MenuEntry[] {
  const t = useT("editor");
  const env = useEnv();
  const can = useEditorParts((state) =>
    Object.fromEntries(
      [...CLIP_COMMANDS, ATTRIBUTE_COMMANDS, SYNC_COMMANDS, ...LANE_COMMANDS]
        .flat()
        .map((id) => [id, canRun(commandOf(id), state)]),
    ),
  );
  const entry = (id: CommandId): MenuEntry => ({
    id,
    label: t(`commands.${id}`),
    shortcut: shortcutOf(id),
    disabled: can[id] !== true,
    danger: DANGER.has(id),
    onSelect: () => runCommand(env, id),
  });
  const grouped = (groups: readonly (readonly CommandId[])[]): MenuEntry[] =>
    groups.flatMap((ids, index) => [
      ...(index === 0 ? [] : [{ kind: "separator" as const, id: `after ${index}` }]),
      ...ids.map(entry),
    ]);
  const { document } = env.store.getState().journal;
  const made = useMadeEntries();
  const hit = place?.hit;
  if (hit?.kind === "clip") {
    const attributes: MenuEntry = {
      kind: "submenu",
      id: "attributes",
      label: t("timeline.pasteAttributes"),
      disabled: can["paste-attributes"] !== true,
      entries: ATTRIBUTE_COMMANDS.map(entry),
    };
    return [...grouped(clipGroups(can)), attributes, ...made.fromClip(hit.clip)];
  }
  if (hit?.kind === "cut") {
    const cut = { left: hit.left, right: hit.right };
    return [
      {
        id: "crossfade here",
        label: t("commands.crossfade"),
        shortcut: shortcutOf("crossfade"),
        disabled: can["crossfade"] !== true,
        onSelect: () => runTransition(env, "crossfade", cut),
      },
      { kind: "separator", id: "after cut" },
      ...grouped(clipGroups(can)),
    ];
  }
  if (hit?.kind === "transition") return [entry("lift")];
  if (hit?.kind !== "lane" || place === null) return grouped(LANE_COMMANDS);
  const { trackId, kind } = hit.row;
  const gap =
    kind === "video" || kind === "overlay" ? gapAt(document, trackId, place.timeFlicks) : null;
  return [
    ...(gap === null ? [] : made.intoGap(gap)),
    {
      id: "close gap",
      label: t("timeline.closeGap"),
      onSelect: () => {
        runPlan(env, closeGap(situationOf(env), trackId, place.timeFlicks));
      },
    },
    { kind: "separator", id: "after gap" },
    ...grouped(LANE_COMMANDS),
  ];
}
