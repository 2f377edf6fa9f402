/**
 * Calls out from Node. The name is looked up once and every address is checked at the moment of
 * connecting, so a name that changes its mind between check and call gains nothing (F127).
 */
import { lookup } from "node:dns";
import type { LookupAddress, LookupOptions } from "node:dns";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { isPublicAddress, refuseCallTarget } from "@cutroom/domain";
import type { Hop, Outbound } from "./deps.ts";

export interface OutboundSettings {
  /** On one's own machine only: also plain http and addresses of this network. */
  readonly allowPrivate: boolean;
  readonly resolve?: typeof lookup;
}

class Blocked extends Error {}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

function guardedLookup({ allowPrivate, resolve = lookup }: OutboundSettings): LookupFunction {
  return (hostname: string, options: LookupOptions, found: Found) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return found(error, []);
      const allowed = addresses.filter(({ address }) => allowPrivate || isPublicAddress(address));
      const first = allowed[0];
      // One private address among public ones is a trap, not a fallback.
      if (first === undefined || allowed.length < addresses.length) return found(new Blocked(), []);
      if (options.all === true) return found(null, allowed);
      return found(null, first.address, first.family);
    });
  };
}

export function createNodeOutbound(settings: OutboundSettings): Outbound {
  const guarded = guardedLookup(settings);
  return async ({ url, headers, body, timeoutMs }) => {
    if (refuseCallTarget(new URL(url), settings.allowPrivate) !== null) return "blocked";
    const send = url.startsWith("https:") ? httpsRequest : httpRequest;
    try {
      return await new Promise<number>((resolve, reject) => {
        const signal = AbortSignal.timeout(timeoutMs);
        const options = { method: "POST", headers, lookup: guarded, signal, agent: false } as const;
        const sent = send(url, options, (answer) => {
          resolve(answer.statusCode ?? 0);
          answer.destroy();
        });
        sent.on("error", reject);
        sent.end(body);
      });
    } catch (error) {
      if (error instanceof Blocked) return "blocked";
      throw error;
    }
  };
}

/** One GET, without following anything; the body is read as it comes. */
export function createNodeHop(settings: OutboundSettings): Hop {
  const guarded = guardedLookup(settings);
  return async ({ url, headers, timeoutMs }) => {
    if (refuseCallTarget(new URL(url), settings.allowPrivate) !== null) return "blocked";
    const send = url.startsWith("https:") ? httpsRequest : httpRequest;
    try {
      return await new Promise((resolve, reject) => {
        const signal = AbortSignal.timeout(timeoutMs);
        const sent = send(url, { headers, lookup: guarded, signal, agent: false }, (answer) => {
          resolve({
            status: answer.statusCode ?? 0,
            headers: new Headers(
              Object.entries(answer.headers).flatMap(([name, value]) =>
                typeof value === "string" ? [[name, value]] : [],
              ),
            ),
            body: answer,
            discard: () => void answer.destroy(),
          });
        });
        sent.on("error", reject);
        sent.end();
      });
    } catch (error) {
      if (error instanceof Blocked) return "blocked";
      throw error;
    }
  };
}
