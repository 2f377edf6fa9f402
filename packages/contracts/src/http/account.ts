import { PLAN_NAMES, SCOPES, TENANT_LAYERS } from "@cutroom/domain";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { standing } from "./risk.ts";

/** A limit of the whole workspace that was reached; its admins are told. */
export const tenantNotice = z.object({
  id: z.string(),
  layer: z.enum(TENANT_LAYERS),
  limit: z.int(),
  used: z.int(),
  /** How often somebody was refused by it. */
  times: z.int(),
  last_at: z.string(),
  /** Null: as soon as something that is under way ends. */
  resets_at: z.string().nullable(),
});
export type TenantNotice = z.infer<typeof tenantNotice>;

export const account = z.object({
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  tenant: z.object({ id: z.string(), name: z.string() }),
  plan: z.object({
    name: z.enum(PLAN_NAMES),
    max_in_flight: z.int(),
    max_resolution: z.int(),
    max_upload_bytes: z.int(),
    watermark: z.boolean(),
    retention_days: z.int(),
  }),
  credits: z.object({ available: z.int(), reserved: z.int(), renew_at: z.string() }),
  /** Whether the operators' page is there for this session. */
  is_operator: z.boolean(),
  /** How you stand with the risk layer: `grey` asks for a solved challenge, `frozen` stops paid work. */
  standing,
  /** For admins of the workspace; empty for others. */
  notices: z.array(tenantNotice),
});
export type Account = z.infer<typeof account>;

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** Enough to tell keys apart; the key itself is shown once. */
  prefix: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  expires_at: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const accountEndpoints = {
  getAccount: endpoint({
    method: "GET",
    path: "/v1/me",
    summary: "Who you are, your plan and your credits",
    audience: "user",
    status: 200,
    output: account,
    failures: [],
  }),
  dismissNotice: endpoint({
    method: "DELETE",
    path: "/v1/notices/:notice_id",
    summary: "Put a notice to the workspace's admins away",
    audience: "user",
    params: z.object({ notice_id: z.string() }),
    status: 204,
    failures: ["request.not-found"],
  }),
  listApiKeys: endpoint({
    method: "GET",
    path: "/v1/api-keys",
    summary: "Your API keys",
    audience: "user",
    scope: "keys:write",
    status: 200,
    output: z.object({ api_keys: z.array(apiKey) }),
    failures: [],
  }),
  createApiKey: endpoint({
    method: "POST",
    path: "/v1/api-keys",
    summary: "Make an API key; the answer shows it for the only time",
    audience: "user",
    scope: "keys:write",
    body: z.object({
      name: z.string().trim().min(1).max(100),
      scopes: z
        .array(z.enum(SCOPES))
        .min(1)
        .default([...SCOPES]),
      expires_at: z.iso.datetime().optional(),
    }),
    status: 201,
    output: z.object({ api_key: apiKey, secret: z.string() }),
    failures: [],
  }),
  revokeApiKey: endpoint({
    method: "DELETE",
    path: "/v1/api-keys/:api_key_id",
    summary: "Revoke an API key",
    audience: "user",
    scope: "keys:write",
    params: z.object({ api_key_id: z.string() }),
    status: 204,
    failures: ["request.not-found"],
  }),
};
