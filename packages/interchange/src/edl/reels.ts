/** Reel names of CMX3600: at most eight capital letters and digits, one for each file. */
const LENGTH = 8;

/** By the file's name as far as it can be said; numbered where two would be the same. */
export function reelNames(files: readonly { readonly assetId: string; readonly name: string }[]) {
  const reels = new Map<string, string>();
  const taken = new Set(["AX", "BL"]);
  for (const { assetId, name } of files) {
    if (reels.has(assetId)) continue;
    const stem = name.replace(/\.[^.]*$/, "").toUpperCase();
    const base = stem.replaceAll(/[^A-Z0-9]/g, "").slice(0, LENGTH) || "REEL";
    let reel = base;
    for (let count = 2; taken.has(reel); count += 1) {
      const tail = String(count);
      reel = base.slice(0, LENGTH - tail.length) + tail;
    }
    taken.add(reel);
    reels.set(assetId, reel);
  }
  return reels;
}
