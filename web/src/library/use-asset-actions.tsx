"use client";
import type { Asset } from "@cutroom/contracts";
import { Clapperboard, Download, FolderInput, PencilLine, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { forgetAsset, receiveAssets } from "../server/workspace.ts";
import type { MenuEntry } from "../ui/menu.tsx";
import { notifyFailure } from "../ui/toaster.tsx";
import { useDelayedRemoval } from "../ui/use-delayed-removal.ts";

const ICON = { size: 16, strokeWidth: 1.5 } as const;

/** What can be done with a file, and its menu. `onRename` and `onMove` open the page's dialogs. */
export function useAssetActions(dialogs: {
  readonly onRename: (asset: Asset) => void;
  readonly onMove: (asset: Asset) => void;
}) {
  const tFolders = useT("folders");
  const t = useT("library");
  const api = useApi();
  const router = useRouter();
  const problemText = useProblemText();
  const removeLater = useDelayedRemoval();

  const remove = (asset: Asset) =>
    removeLater({
      message: t("item.deleted", { name: asset.name }),
      hide: () => forgetAsset(asset.id),
      show: () => receiveAssets([asset]),
      run: async () => {
        const answer = await api.deleteAsset({ params: { asset_id: asset.id } });
        if (answer.ok || answer.failure.code === "request.not-found") return;
        receiveAssets([asset]);
        notifyFailure(t("item.deleteFailed", { name: asset.name }), {
          description: problemText(answer.failure),
        });
      },
    });

  const startProject = async (asset: Asset) => {
    const name = asset.name.replace(/\.[^.]+$/, "");
    const answer = await api.createProject({ body: { name, asset_ids: [asset.id] } });
    if (answer.ok) router.push(`/projects/${answer.value.id}`);
    else notifyFailure(problemText(answer.failure));
  };

  const menuOf = (asset: Asset): readonly MenuEntry[] => [
    {
      id: "project",
      label: t("item.newProject"),
      icon: <Clapperboard {...ICON} />,
      disabled: asset.state !== "READY",
      onSelect: () => void startProject(asset),
    },
    {
      id: "rename",
      label: t("item.rename"),
      icon: <PencilLine {...ICON} />,
      onSelect: () => dialogs.onRename(asset),
    },
    {
      id: "move",
      label: tFolders("move"),
      icon: <FolderInput {...ICON} />,
      onSelect: () => dialogs.onMove(asset),
    },
    {
      id: "download",
      label: t("item.download"),
      icon: <Download {...ICON} />,
      disabled: asset.urls.original === null,
      onSelect: () => window.open(asset.urls.original ?? "", "_blank", "noopener"),
    },
    { kind: "separator", id: "line" },
    {
      id: "delete",
      label: t("item.delete"),
      icon: <Trash2 {...ICON} />,
      danger: true,
      onSelect: () => remove(asset),
    },
  ];
  return { menuOf, remove };
}
