/** What tells one vendor from another: its routes and words. The rest is the same for all. */
import type { Asked, JobView, Tariff } from "./job-book.ts";
import type { PictureSource } from "./look-at-picture.ts";

export interface Reply {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WireRequest {
  readonly method: string;
  /** Below the vendor's base, decoded segment by segment. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The JSON body, or the fields of a form. */
  readonly body: unknown;
}

export interface Site {
  /** The vendor's base address. */
  readonly base: string;
  readonly fileUrl: (view: JobView) => string;
  readonly nowMs: number;
}

/** What a request wants, told apart by the dialect. */
export type Wanted =
  | { readonly kind: "reply"; readonly reply: Reply }
  | {
      readonly kind: "submit";
      readonly asked: Asked;
      /** Refuses the words at once; null: the job is accepted and fails. */
      readonly refuse: (() => Reply) | null;
      /** Those that the clip is to begin or end with. */
      readonly pictures: readonly PictureSource[];
      /** Refuses a broken one at once; null: the job is accepted and fails. */
      readonly refusePicture: (() => Reply) | null;
      readonly answer: (view: JobView, site: Site) => Reply;
    }
  | {
      readonly kind: "poll";
      readonly jobId: string;
      readonly answer: (view: JobView, site: Site) => Reply;
    }
  | {
      readonly kind: "cancel";
      readonly jobId: string;
      readonly answer: (didCancel: boolean, view: JobView, site: Site) => Reply;
      /** Only what has not begun can be cancelled. */
      readonly onlyQueued?: boolean;
      /** The vendor forgets the job with it. */
      readonly forgets?: boolean;
    }
  | { readonly kind: "film"; readonly jobId: string }
  | {
      readonly kind: "list";
      readonly answer: (views: readonly JobView[], site: Site) => Reply;
    };

export interface CallbackMessage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Dialect {
  readonly tariff: Tariff;
  readonly missing: Reply;
  /** What must come with a request for a film, where its address alone is not enough. */
  readonly fileHeader?: { readonly name: string; readonly value: string };
  read(request: WireRequest): Wanted;
  /** How the end of a job is told; absent: this vendor calls nobody back. */
  callback?(view: JobView, site: Site): CallbackMessage | Promise<CallbackMessage>;
  /** New keys; those before are still believed for a while. */
  rotateKeys?(): void;
}

export const json = (status: number, body: unknown): Reply => ({ status, json: body });

/** Those of the addresses that were given. */
export const given = (...urls: readonly string[]): readonly string[] =>
  urls.filter((url) => url !== "");

/** A field that is text, or empty. */
export function textOf(body: unknown, ...path: readonly string[]): string {
  const found = path.reduce<unknown>(
    (at, key) =>
      typeof at === "object" && at !== null ? (at as Record<string, unknown>)[key] : undefined,
    body,
  );
  return typeof found === "string" || typeof found === "number" ? String(found) : "";
}
