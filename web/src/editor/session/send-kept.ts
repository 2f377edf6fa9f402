import { type SessionDeps, openSession } from "./session.ts";

/** Why edits that were kept are still not with the server. */
export type UnsentReason = "open-elsewhere" | "unreachable" | "conflict" | "refused";

/** Sends what this device keeps of a project without showing it; null when the server has it all. */
export async function sendKept(projectId: string, deps: SessionDeps): Promise<UnsentReason | null> {
  const opened = await openSession(projectId, deps);
  if (!opened.ok) {
    return opened.failure.code === "service.unavailable" ? "unreachable" : "refused";
  }
  const session = opened.value;
  try {
    if (session.store.getState().role === "reader") return "open-elsewhere";
    const status = await session.saver.flush();
    if (!session.hasUnsaved()) return null;
    return status === "conflict" || status === "refused" ? status : "unreachable";
  } finally {
    session.close();
  }
}
