/**
 * Tells the API that this worker lives and which pools it serves, again and again, and at the
 * end that it is gone. Each beat is also a moment to ask for work: a wake-up may be lost.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { ExportFormat } from "@cutroom/domain";
import type { FarmApi, PoolName } from "./farm-api.ts";

export interface PresenceSettings {
  readonly api: FarmApi;
  readonly workerId: string;
  readonly pools: readonly PoolName[];
  readonly slots: number;
  readonly formats: readonly ExportFormat[] | undefined;
  readonly onBeat: () => void;
}

export interface Presence {
  /** Resolves when the API knows that the worker is gone, or cannot be told. */
  end(): Promise<void>;
}

const AFTER_FAULT_MS = 5_000;

async function beat(settings: PresenceSettings): Promise<number> {
  const { api, workerId, pools, slots, formats } = settings;
  try {
    const heard = await api.registerWorker({
      params: { worker_id: workerId },
      body: {
        pools: [...pools],
        slots,
        ...(formats === undefined ? {} : { formats: [...formats] }),
      },
    });
    return heard.ok ? heard.value.beat_ms : AFTER_FAULT_MS;
  } catch {
    return AFTER_FAULT_MS;
  }
}

export function beginPresence(settings: PresenceSettings): Presence {
  const life = new AbortController();
  const { signal } = life;
  const run = async () => {
    while (!signal.aborted) {
      const pauseMs = await beat(settings);
      if (signal.aborted) return;
      settings.onBeat();
      await sleep(pauseMs, null, { signal }).catch(() => undefined);
    }
  };
  const beats = run();
  return {
    async end() {
      life.abort();
      await beats;
      const params = { worker_id: settings.workerId };
      await settings.api.removeWorker({ params }).catch(() => undefined);
    },
  };
}
