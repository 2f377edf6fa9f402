import type { PromptDecision, PromptScore } from "@cutroom/domain/moderation";
import { jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, tenantId } from "./columns.ts";

/** What a prompt holds, by one version of the words; the prompt itself is not kept. */
export const promptScore = pgTable(
  "prompt_score",
  {
    tenantId: tenantId(),
    digest: text("digest").notNull(),
    wordsVersion: text("words_version").notNull(),
    found: jsonb("found").$type<PromptScore["found"]>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.digest, table.wordsVersion] })],
);

/** What one policy has made of a score. */
export const promptDecision = pgTable(
  "prompt_decision",
  {
    tenantId: tenantId(),
    digest: text("digest").notNull(),
    wordsVersion: text("words_version").notNull(),
    policy: text("policy").notNull(),
    verdict: text("verdict").$type<PromptDecision["verdict"]>().notNull(),
    reasons: text("reasons").array().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.digest, table.wordsVersion, table.policy] }),
  ],
);
