/** Column shorthands that every table shares. */
import { bigint, text, timestamp } from "drizzle-orm/pg-core";

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
export const createdAt = () => moment("created_at").notNull().defaultNow();
export const bytes = (name: string) => bigint(name, { mode: "number" });
export const tenantId = () => text("tenant_id").notNull();
