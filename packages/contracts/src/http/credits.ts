import { CREDIT_EVENTS, TASK_SCENES } from "@cutroom/domain";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";

export const creditEntry = z.object({
  id: z.string(),
  at: z.string(),
  event: z.enum(CREDIT_EVENTS),
  credits: z.int(),
  /** What a charge left of its reservation. */
  given_back: z.int(),
  /** What could be spent afterwards. */
  available_after: z.int(),
  task: z
    .object({
      id: z.string(),
      scene: z.enum(TASK_SCENES),
      /** What was bought: the project of an export, the words of a clip. */
      name: z.string().nullable(),
    })
    .nullable(),
  /** Why, as a code: `plan` for monthly credits, a failure's code, or an operator's words. */
  reason: z.string().nullable(),
});
export type CreditEntry = z.infer<typeof creditEntry>;

export const creditEndpoints = {
  listCreditEntries: endpoint({
    method: "GET",
    path: "/v1/credits/entries",
    summary: "What happened to your credits, newest first",
    audience: "user",
    query: z.object({
      /** The `next` of the page before. */
      before: z.coerce.number().int().min(1).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    status: 200,
    output: z.object({ entries: z.array(creditEntry), next: z.int().nullable() }),
    failures: [],
  }),
};
