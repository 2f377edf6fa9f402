/**
 * A patch is the only way a document changes, on the client and on the server. It is a list
 * of "the value at this path is now that", so it can be sent, stored, replayed and inverted.
 */
import { z } from "zod";

/** Keys from the document's root. Arrays are replaced whole, so a segment is always a key. */
const patchPath = z.array(z.string().min(1).max(64)).min(1).max(6);

export const jsonValue = z.json();

export const patchOp = z.union([
  z.strictObject({ path: patchPath, value: jsonValue }),
  z.strictObject({ path: patchPath, remove: z.literal(true) }),
]);
export type PatchOp = z.infer<typeof patchOp>;

/** One gesture: applying `inverse` to the result of `forward` gives the document back. */
export interface Patch {
  readonly forward: readonly PatchOp[];
  readonly inverse: readonly PatchOp[];
}
