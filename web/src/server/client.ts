"use client";
import { type Client, type FetchLike, createClient } from "@cutroom/contracts";
import { useMemo } from "react";
import { forgetDevice } from "../offline/forget-device.ts";
import { browserAnswers, keepingFetch } from "../offline/kept-answers.ts";
import { useConfig } from "./config.tsx";
import { reportReachable } from "./connection.ts";
import { READ_RETRY_WAITS_MS, isPassing, pause, withJitter } from "./retry.ts";
import { loadSession } from "./session.ts";

/**
 * `fetch` that repeats reads over short failures and notes whether the API could be reached.
 * Writes are sent once: only their caller knows whether a second one is harmless.
 */
const steadyFetch: FetchLike = async (url, init) => {
  const waitsMs = init.method === "GET" && navigator.onLine ? READ_RETRY_WAITS_MS : [];
  for (let tries = 0; ; tries += 1) {
    const waitMs = waitsMs[tries];
    try {
      const response = await fetch(url, init);
      reportReachable(true);
      if (waitMs === undefined || !isPassing(response.status)) return response;
    } catch (error) {
      if (init.signal?.aborted === true) throw error;
      reportReachable(false);
      if (waitMs === undefined) throw error;
    }
    await pause(withJitter(waitMs, Math.random()), init.signal);
  }
};

const clients = new Map<string, Client>();

/** The API's client for the signed-in browser, one per base URL. */
export function apiClient(apiUrl: string): Client {
  const known = clients.get(apiUrl);
  if (known !== undefined) return known;
  const keptFetch = keepingFetch({
    fetch: steadyFetch,
    store: browserAnswers(),
    isOnline: () => navigator.onLine,
    onOther: forgetDevice,
  });
  const client = createClient({
    baseUrl: apiUrl,
    fetch: async (url, init) => {
      const response = await keptFetch(url, init);
      // A "no" to the account itself: every page says so from now on.
      if (response.status === 403) void loadSession(client);
      return response;
    },
  });
  clients.set(apiUrl, client);
  return client;
}

/** `const api = useApi(); const result = await api.getAsset({ params: { asset_id } })`. */
export function useApi(): Client {
  const { apiUrl } = useConfig();
  return useMemo(() => apiClient(apiUrl), [apiUrl]);
}
