import { createHash, createHmac, randomUUID } from "node:crypto";
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import type { IncomingMessage, RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { gather } from "./message.ts";
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

const agents = {
  http: new HttpAgent({ keepAlive: true }),
  https: new HttpsAgent({ keepAlive: true }),
};

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_ANSWER_BYTES) break;
    chunks.push(chunk);
  }
  const headers: Record<string, readonly string[]> = {};
  for (const [name, values = []] of Object.entries(response.headersDistinct)) {
    headers[name] = values;
  }
  const bodyBase64 = Buffer.concat(chunks).toString("base64");
  return { status: response.statusCode ?? 0, headers, bodyBase64 };
}

/** A kept connection that the other side closed in the moment of using it. */
class ClosedConnection extends Error {}

function sendOnce(url: string, options: RequestOptions, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = (url.startsWith("https:") ? httpsRequest : httpRequest)(url, options, resolve);
    sent.on("error", (error: NodeJS.ErrnoException) => {
      const isClosed = sent.reusedSocket && error.code === "ECONNRESET";
      reject(isClosed ? new ClosedConnection() : error);
    });
    sent.end(body);
  });
}

async function send(url: string, options: RequestOptions, body: Buffer): Promise<IncomingMessage> {
  try {
    return await sendOnce(url, options, body);
  } catch (error) {
    if (!(error instanceof ClosedConnection)) throw error;
    return sendOnce(url, { ...options, agent: false }, body);
  }
}

function headersOf(message: Message, body: Buffer, signature: string): Record<string, string[]> {
  const headers = gather(message.headers);
  const own: Record<string, string | undefined> = {
    "user-agent": "Upstash-QStash",
    "upstash-signature": signature,
    "upstash-message-id": message.messageId,
    "upstash-retried": String(message.retried),
    "upstash-caller-ip": message.callerIp,
    "upstash-schedule-id": message.scheduleId ?? undefined,
    "upstash-topic-name": message.group?.name,
    "content-length": body.length > 0 ? String(body.length) : undefined,
  };
  for (const [name, value] of Object.entries(own)) if (value !== undefined) headers[name] = [value];
  return headers;
}

/**
 * One attempt. No answer within the message's time, or no connection, is status 0. Plain requests
 * and not `fetch`, which costs a delivery several times as much.
 */
export async function deliver(
  message: Message,
  key: string,
  nowMs: number,
  signal: AbortSignal,
): Promise<Answer> {
  const { url, method } = message;
  const isEmpty = method === "GET" || message.bodyBase64 === "";
  const body = isEmpty ? Buffer.alloc(0) : Buffer.from(message.bodyBase64, "base64");
  const signed = { url, body: Buffer.from(message.bodyBase64, "base64") };
  const options = {
    method,
    headers: headersOf(message, body, signDelivery(key, signed, nowMs)),
    agent: url.startsWith("https:") ? agents.https : agents.http,
    signal: AbortSignal.any([signal, AbortSignal.timeout(message.timeoutMs)]),
  };
  try {
    return await readAnswer(await send(url, options, body));
  } catch (error) {
    return { status: 0, headers: {}, bodyBase64: Buffer.from(String(error)).toString("base64") };
  }
}

/** An answer that was not what was wanted, for logs. */
export function describeAnswer({ status, bodyBase64 }: Answer): string {
  const text = Buffer.from(bodyBase64, "base64").toString().slice(0, 500);
  return `${status === 0 ? "no answer" : `status ${status}`}: ${text}`;
}
