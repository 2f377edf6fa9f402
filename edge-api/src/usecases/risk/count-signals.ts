/**
 * The counting behind the rule at the door (C4): windows of distinct members in the key-value
 * store, all of them in one round trip. Names are keyed digests, so neither addresses nor devices
 * are there to be read, and all of it fades within a day.
 */
import { RISK_WINDOWS_MS, YOUNG_FOR_SIMILAR_MS, networkOf, sha256Hex } from "@cutroom/domain";
import type { RiskCounts } from "@cutroom/domain";
import type { CountedWindow } from "@cutroom/ports";
import type { CallerRisk, UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";

/** Above every row of the rules: no window has to be larger. */
const CEILING = 2_000;

/** Nobody outside ever sees these digests, so the secret before the text is key enough. */
async function windowKey(deps: Deps, kind: string, value: string): Promise<string> {
  const digest = await sha256Hex(deps.sha256, `${deps.env.AUTH_SECRET}/risk/${kind}/${value}`);
  return `risk:${kind}:${digest.slice(0, 32)}`;
}

const refusalsKey = (deps: Deps, { tenantId, userId }: UserCaller) =>
  windowKey(deps, "refusals", `${tenantId}/${userId}`);

export interface Asked {
  readonly reservationId: string;
  /** What is in the work, whoever asks for it; null for work that is only its owner's. */
  readonly similar: string | null;
}

/** In the order in which they are counted; a window that cannot be known is left out. */
async function windowsOf(
  deps: Deps,
  caller: UserCaller,
  risk: CallerRisk,
  asked: Asked,
): Promise<Readonly<Partial<Record<keyof RiskCounts, CountedWindow>>>> {
  const who = `${caller.tenantId}/${caller.userId}`;
  const network = risk.address === null ? null : networkOf(risk.address);
  const isYoung = deps.clock.nowMs() - risk.accountMadeAtMs < YOUNG_FOR_SIMILAR_MS;
  const window = async (
    kind: string,
    value: string | null,
    member: string | null,
    windowMs: number,
  ): Promise<CountedWindow | undefined> =>
    value === null ? undefined : { key: await windowKey(deps, kind, value), member, windowMs };
  const { accounts, rate, similar, refusals } = RISK_WINDOWS_MS;
  const [deviceAccounts, networkAccounts, deviceSubmits, attempts, similarAccounts] =
    await Promise.all([
      window("device-accounts", risk.device, who, accounts),
      window("network-accounts", network, who, accounts),
      window("device-rate", risk.device, asked.reservationId, rate),
      window("attempt-rate", who, asked.reservationId, rate),
      window("similar", asked.similar, isYoung ? who : null, similar),
    ]);
  const refused = { key: await refusalsKey(deps, caller), member: null, windowMs: refusals };
  const found = { deviceAccounts, networkAccounts, deviceSubmits, attempts, similarAccounts };
  return {
    ...Object.fromEntries(Object.entries(found).filter(([, one]) => one !== undefined)),
    refusals: refused,
  };
}

const NOTHING: RiskCounts = {
  deviceAccounts: 0,
  networkAccounts: 0,
  deviceSubmits: 0,
  attempts: 0,
  refusals: 0,
  similarAccounts: 0,
};

/** Counts this submit in, and tells what there is now; null when the store is not reached. */
export async function countSignals(
  deps: Deps,
  caller: UserCaller,
  risk: CallerRisk,
  asked: Asked,
): Promise<RiskCounts | null> {
  const windows = Object.entries(await windowsOf(deps, caller, risk, asked));
  try {
    const counts = await deps.keyValue.countWindows(
      windows.map(([, window]) => window),
      CEILING,
    );
    const known = windows.map(([name], index) => [name, counts[index] ?? 0]);
    return { ...NOTHING, ...Object.fromEntries(known) };
  } catch (error) {
    deps.log({ level: "warn", message: "risk signals not counted", error: String(error) });
    return null;
  }
}

/** Counts a submit that had no credits, or words against the rules; nobody waits for it. */
export async function countRefusal(
  deps: Deps,
  caller: UserCaller,
  asked: { readonly key: string },
): Promise<void> {
  if (caller.risk === undefined) return;
  const key = await refusalsKey(deps, caller);
  const windowMs = RISK_WINDOWS_MS.refusals;
  try {
    await deps.keyValue.countWindows([{ key, member: asked.key, windowMs }], CEILING);
  } catch (error) {
    deps.log({ level: "warn", message: "refusal not counted", error: String(error) });
  }
}
