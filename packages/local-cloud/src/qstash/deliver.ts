import { createHash, createHmac, randomUUID } from "node:crypto";
import type { Answer, Message } from "./message.ts";

const MAX_ANSWER_BYTES = 1 << 20;
const SIGNATURE_LIFE_S = 300;

/**
 * The JWT of `Upstash-Signature`: HS256 under the whole text of the signing key, over the exact
 * URL and the SHA-256 of the raw body.
 */
export function signDelivery(
  key: string,
  delivery: { readonly url: string; readonly body: Buffer },
  nowMs: number,
): string {
  const encode = (value: object): string =>
    Buffer.from(JSON.stringify(value)).toString("base64url");
  const nowS = Math.floor(nowMs / 1000);
  const head = encode({ alg: "HS256", typ: "JWT" });
  const claims = encode({
    iss: "Upstash",
    sub: delivery.url,
    exp: nowS + SIGNATURE_LIFE_S,
    nbf: nowS,
    iat: nowS,
    jti: `jwt_${randomUUID().replaceAll("-", "")}`,
    // Padded, as QStash sends it; verifiers ignore the padding.
    body: createHash("sha256")
      .update(delivery.body)
      .digest("base64")
      .replaceAll("+", "-")
      .replaceAll("/", "_"),
  });
  const signature = createHmac("sha256", key).update(`${head}.${claims}`).digest("base64url");
  return `${head}.${claims}.${signature}`;
}

async function readAnswer(response: Response): Promise<Answer> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_ANSWER_BYTES) break;
    chunks.push(chunk);
  }
  const headers: Record<string, string[]> = {};
  for (const [name, value] of response.headers) headers[name] = [value];
  const bodyBase64 = Buffer.concat(chunks).toString("base64");
  return { status: response.status, headers, bodyBase64 };
}

/** One attempt. No answer within the message's time, or no connection, is status 0. */
export async function deliver(
  message: Message,
  key: string,
  nowMs: number,
  signal: AbortSignal,
): Promise<Answer> {
  const body = Buffer.from(message.bodyBase64, "base64");
  const headers = new Headers(message.headers.map(([name, value]) => [name, value]));
  headers.set("user-agent", "Upstash-QStash");
  headers.set("upstash-signature", signDelivery(key, { url: message.url, body }, nowMs));
  headers.set("upstash-message-id", message.messageId);
  headers.set("upstash-retried", String(message.retried));
  headers.set("upstash-caller-ip", message.callerIp);
  if (message.scheduleId !== null) headers.set("upstash-schedule-id", message.scheduleId);
  if (message.group !== undefined) headers.set("upstash-topic-name", message.group.name);
  try {
    const response = await fetch(message.url, {
      method: message.method,
      headers,
      body: message.method === "GET" || body.length === 0 ? null : body,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(message.timeoutMs)]),
    });
    return await readAnswer(response);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { status: 0, headers: {}, bodyBase64: Buffer.from(String(cause)).toString("base64") };
  }
}

/** An answer that was not what was wanted, for logs. */
export function describeAnswer({ status, bodyBase64 }: Answer): string {
  const text = Buffer.from(bodyBase64, "base64").toString().slice(0, 500);
  return `${status === 0 ? "no answer" : `status ${status}`}: ${text}`;
}
