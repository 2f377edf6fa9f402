import { AI_DISCLOSURES, AI_SHARES, CREDENTIALS } from "@cutroom/domain";
import { z } from "zod";

/** What credentials inside a file say of its origin: its own word, which nobody has checked. */
export const saidOrigin = z.object({
  disclosure: z.enum(AI_DISCLOSURES),
  /** The program or model that it names. */
  tool: z.string().max(100).nullable(),
});

/** How a file that an export uses came to be. */
export const partOrigin = saidOrigin.extend({
  /** Only the file itself says so. */
  is_claim: z.boolean(),
});

/** What a file is made of, as far as that is known (G8). */
export const provenance = z.object({
  /** How many of its parts AI made. */
  ai_disclosure: z.enum(AI_SHARES),
  /** The models and programs that generated parts of it. */
  tools: z.array(z.string().max(100)).max(100),
  /** C2PA credentials in the file itself; `development`: signed, but by nobody to be trusted. */
  credentials: z.enum(CREDENTIALS),
});
export type Provenance = z.infer<typeof provenance>;
