import { z } from "zod";

/** A named number of a plan, and how it came about. */
export const figure = z.object({
  name: z.string(),
  value: z.number(),
  /** Decimals that it is shown with. */
  digits: z.int(),
  by: z.string(),
});
