"use client";
/**
 * The event stream of the signed-in user. The browser's EventSource resumes by Last-Event-ID;
 * when it gives up, lists are polled until a new stream stands, so that progress never stops.
 */
import { type Client, endpointUrl, endpoints, streamEvent } from "@cutroom/contracts";
import { reportReachable } from "./connection.ts";
import { loadAssets, loadExports, receiveEvent } from "./workspace.ts";

/** How long one poll is held open. */
const POLL_WAIT_S = 30;
const POLL_AGAIN_MS = 4_000;
const RECONNECT_MS = 10_000;

export interface EventFeed {
  readonly stop: () => void;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Asks for the same events one answer at a time, until a stream stands again. */
async function pollEvents(api: Client, signal: AbortSignal): Promise<void> {
  let after: number | undefined;
  while (!signal.aborted) {
    try {
      // Files that came while nobody listened are in no snapshot.
      if (after === undefined) await Promise.all([loadExports(api), loadAssets(api)]);
      const query = { wait_s: POLL_WAIT_S, ...(after === undefined ? {} : { after }) };
      const answer = await api.pollEvents({ query }, { signal });
      if (answer.ok) {
        after = answer.value.position;
        for (const event of answer.value.events) receiveEvent(event);
        continue;
      }
    } catch {
      // Not reachable: the stream's own errors tell the user.
    }
    if (!signal.aborted) await pause(POLL_AGAIN_MS);
  }
}

/** Starts the stream, and the polling that stands in for it. One per page. */
export function startEvents(apiUrl: string, api: Client): EventFeed {
  let source: EventSource | null = null;
  let polling: AbortController | undefined;
  let reconnect: ReturnType<typeof setTimeout> | undefined;
  let hadStream = false;

  const stopPolling = () => {
    polling?.abort();
    polling = undefined;
  };
  const onOpen = () => {
    reportReachable(true);
    // A stream that was away may have missed files: tasks come as a snapshot, files do not.
    if (hadStream || polling !== undefined) void loadAssets(api);
    stopPolling();
    hadStream = true;
  };
  const onError = () => {
    if (polling === undefined) {
      polling = new AbortController();
      void pollEvents(api, polling.signal);
    }
    if (source?.readyState !== EventSource.CLOSED) return;
    source = null;
    reconnect = setTimeout(open, RECONNECT_MS);
  };
  const onMessage = (message: MessageEvent<string>) => {
    const parsed = streamEvent.safeParse(JSON.parse(message.data));
    if (parsed.success) receiveEvent(parsed.data);
  };
  function open() {
    source = new EventSource(endpointUrl(apiUrl, endpoints.streamEvents.path), {
      withCredentials: true,
    });
    source.addEventListener("open", onOpen);
    source.addEventListener("error", onError);
    source.addEventListener("task", onMessage);
  }

  open();
  return {
    stop: () => {
      source?.close();
      clearTimeout(reconnect);
      stopPolling();
    },
  };
}
