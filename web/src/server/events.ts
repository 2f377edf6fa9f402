"use client";
/**
 * The event stream of the signed-in user. The browser's EventSource resumes by Last-Event-ID;
 * when it gives up, lists are polled until a new stream stands, so that progress never stops.
 */
import { type Client, endpointUrl, endpoints, streamEvent } from "@cutroom/contracts";
import { reportReachable } from "./connection.ts";
import { loadAssets, loadExports, receiveEvent } from "./workspace.ts";

const POLL_MS = 4_000;
const RECONNECT_MS = 10_000;

export interface EventFeed {
  readonly stop: () => void;
}

/** Starts the stream, and the polling that stands in for it. One per page. */
export function startEvents(apiUrl: string, api: Client): EventFeed {
  let source: EventSource | null = null;
  let polling: ReturnType<typeof setInterval> | undefined;
  let reconnect: ReturnType<typeof setTimeout> | undefined;
  let hadStream = false;

  const stopPolling = () => {
    clearInterval(polling);
    polling = undefined;
  };
  const poll = () => {
    void Promise.all([loadExports(api), loadAssets(api)]);
  };
  const onOpen = () => {
    reportReachable(true);
    stopPolling();
    // A stream that was away may have missed files: tasks come as a snapshot, files do not.
    if (hadStream) void loadAssets(api);
    hadStream = true;
  };
  const onError = () => {
    polling ??= setInterval(poll, POLL_MS);
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
