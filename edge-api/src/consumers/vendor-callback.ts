import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import { answerProblem } from "../middleware/problem.ts";
import { receiveCallback } from "../usecases/vendor/receive-callback.ts";

export const VENDOR_CALLBACK_PATH = "/v1/callbacks/:vendor";

/** More than any vendor's message, and little enough to be read into memory (replicate#344). */
const MOST_CHARACTERS = 1_000_000;

/** What a vendor calls back with; the raw bytes are what its signature is about (G3). */
export async function receiveVendorCallback(context: Context<AppEnv>): Promise<Response> {
  const rawBody = await context.req.text();
  if (rawBody.length > MOST_CHARACTERS) {
    return answerProblem(context, { code: "request.invalid" });
  }
  const received = await receiveCallback(context.get("deps"), {
    vendor: context.req.param("vendor") ?? "",
    rawBody,
    headers: context.req.header(),
    job: context.req.query("job") ?? null,
    token: context.req.query("token") ?? null,
  });
  return received.ok ? context.json(received.value) : answerProblem(context, received.failure);
}
