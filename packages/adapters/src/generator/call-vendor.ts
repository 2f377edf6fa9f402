/** One request to a vendor, sent once, and what is certain of it afterwards. */
export interface VendorSettings {
  readonly apiKey: string;
  /** No trailing slash. */
  readonly baseUrl: string;
  readonly timeoutMs?: number;
  /** What the vendor signs callbacks with: one, or two while they are rotated. */
  readonly webhookSecrets?: readonly string[];
  /** Where it publishes the keys it signs with; absent: where it says in its documents. */
  readonly jwksUrl?: string;
}

export interface VendorCall {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
}

export type VendorAnswer =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers: Headers;
      /** Undefined when the body is not JSON. */
      readonly json: unknown;
      readonly text: string;
    }
  /** Nobody can have received it: no connection was made. */
  | { readonly kind: "unsent"; readonly internal: string }
  /** It left, and no answer came back whole. */
  | { readonly kind: "lost"; readonly internal: string };

const TIMEOUT_MS = 30_000;
/** What is kept of a vendor's words, for operators. */
const TEXT_KEPT = 300;

const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** The system's code of an error, however deep; runtimes that tell none leave it open. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : codeOf(error.cause);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const shorten = (text: string): string => text.slice(0, TEXT_KEPT);

/** Sends it once and follows no redirect: a key must not go anywhere else. */
export async function callVendor(
  settings: VendorSettings,
  { method, url, headers, body }: VendorCall,
): Promise<VendorAnswer> {
  const { timeoutMs = TIMEOUT_MS } = settings;
  try {
    const answer = await fetch(url, {
      method,
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    return {
      kind: "answer",
      status: answer.status,
      headers: answer.headers,
      json: parse(text),
      text: shorten(text),
    };
  } catch (error) {
    const code = codeOf(error);
    const internal = code === "" ? String(error) : code;
    return { kind: NEVER_CONNECTED.has(code) ? "unsent" : "lost", internal };
  }
}
