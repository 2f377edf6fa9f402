/** Which files and folders lie where. Pure. */
import type { Folder } from "@cutroom/contracts";

/** From the outermost folder to the open one; empty in the library itself. */
export function pathTo(folders: readonly Folder[], openId: string | null): readonly Folder[] {
  const path: Folder[] = [];
  let at = folders.find(({ id }) => id === openId);
  while (at !== undefined && !path.includes(at)) {
    path.unshift(at);
    const { parent_id: parentId } = at;
    at = folders.find(({ id }) => id === parentId);
  }
  return path;
}

/** Names as a person counts: 2 before 10. */
export function childrenOf(folders: readonly Folder[], openId: string | null): readonly Folder[] {
  return folders
    .filter(({ parent_id: parentId }) => parentId === openId)
    .toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}

/** The folder and all that lie in it. */
export function withInner(folders: readonly Folder[], id: string): readonly Folder[] {
  const own = folders.filter((folder) => folder.id === id);
  return [...own, ...childrenOf(folders, id).flatMap((inner) => withInner(folders, inner.id))];
}

/** Every folder below `openId`, each before those inside it, with its depth from 0 on. */
export function outline(
  folders: readonly Folder[],
  openId: string | null = null,
  depth = 0,
): readonly { readonly folder: Folder; readonly depth: number }[] {
  return childrenOf(folders, openId).flatMap((folder) =>
    [{ folder, depth }].concat(outline(folders, folder.id, depth + 1)),
  );
}

export function folderOf(folders: readonly Folder[], assetId: string): string | null {
  return folders.find(({ asset_ids: ids }) => ids.includes(assetId))?.id ?? null;
}

/** The places where files lie, each with those of them that lie there. */
export function placesOf(
  folders: readonly Folder[],
  assetIds: readonly string[],
): readonly { readonly folderId: string | null; readonly ids: readonly string[] }[] {
  const places = new Map<string | null, string[]>();
  for (const id of assetIds) {
    const folderId = folderOf(folders, id);
    places.set(folderId, [...(places.get(folderId) ?? []), id]);
  }
  return [...places].map(([folderId, ids]) => ({ folderId, ids }));
}

/** The files that lie in the open folder; `deep`: or in one inside it. */
export function filesIn<T extends { readonly id: string }>(
  assets: readonly T[],
  folders: readonly Folder[],
  openId: string | null,
  deep = false,
): readonly T[] {
  if (openId === null) {
    const elsewhere = new Set(folders.flatMap(({ asset_ids: ids }) => ids));
    return deep ? assets : assets.filter(({ id }) => !elsewhere.has(id));
  }
  const within = deep ? withInner(folders, openId) : folders.filter(({ id }) => id === openId);
  const here = new Set(within.flatMap(({ asset_ids: ids }) => ids));
  return assets.filter(({ id }) => here.has(id));
}

/** The folders after files were put into one of them, or into the library itself. */
export function withMoved(
  folders: readonly Folder[],
  assetIds: readonly string[],
  folderId: string | null,
): readonly Folder[] {
  const moved = new Set(assetIds);
  return folders.map((folder) => {
    const rest = folder.asset_ids.filter((id) => !moved.has(id));
    const { id, name, parent_id, created_at } = folder;
    const asset_ids = id === folderId ? [...rest, ...assetIds] : rest;
    return { id, name, parent_id, created_at, asset_ids };
  });
}
