import { MEMBER_ROLES, PLAN_NAMES } from "@cutroom/domain";
import type { Scope } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import { boolean, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, moment, tenantId } from "./columns.ts";

/** The first four tables have the shape that the sign-in library asks for. */
export const user = pgTable("user", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text("image"),
  createdAt: createdAt(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

export const session = pgTable("session", {
  id: text("id").primaryKey(),
  expiresAt: moment("expires_at").notNull(),
  token: text("token").notNull().unique(),
  createdAt: createdAt(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  ipAddress: text("ip_address"),
  userAgent: text("user_agent"),
  userId: text("user_id").notNull(),
});

export const account = pgTable("account", {
  id: text("id").primaryKey(),
  accountId: text("account_id").notNull(),
  providerId: text("provider_id").notNull(),
  userId: text("user_id").notNull(),
  accessToken: text("access_token"),
  refreshToken: text("refresh_token"),
  idToken: text("id_token"),
  accessTokenExpiresAt: moment("access_token_expires_at"),
  refreshTokenExpiresAt: moment("refresh_token_expires_at"),
  scope: text("scope"),
  password: text("password"),
  createdAt: createdAt(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

export const verification = pgTable("verification", {
  id: text("id").primaryKey(),
  identifier: text("identifier").notNull(),
  value: text("value").notNull(),
  expiresAt: moment("expires_at").notNull(),
  createdAt: createdAt(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

export const planName = pgEnum("plan_name", PLAN_NAMES);
export const memberRole = pgEnum("member_role", MEMBER_ROLES);

export const tenant = pgTable("tenant", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  plan: planName("plan").notNull().default("free"),
  createdAt: createdAt(),
  creditsRenewAt: moment("credits_renew_at")
    .notNull()
    .default(sql`now() + interval '1 month'`),
});

export const membership = pgTable(
  "membership",
  {
    tenantId: tenantId(),
    userId: text("user_id").notNull(),
    role: memberRole("role").notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId] })],
);

export const apiKey = pgTable("api_key", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  userId: text("user_id").notNull(),
  name: text("name").notNull(),
  prefix: text("prefix").notNull(),
  hash: text("hash").notNull().unique(),
  scopes: text("scopes").array().$type<Scope[]>().notNull(),
  createdAt: createdAt(),
  lastUsedAt: moment("last_used_at"),
  expiresAt: moment("expires_at"),
  revokedAt: moment("revoked_at"),
});
