/** Where a picture lies and how visible it is: the numbers that can change over a clip's time. */
import { z } from "zod";

export const transform = z.strictObject({
  x: z.number().min(-10).max(10),
  y: z.number().min(-10).max(10),
  scale: z.number().min(0.01).max(20),
  rotationDeg: z.number().min(-3600).max(3600),
});
export type Transform = z.infer<typeof transform>;

export const opacity = z.number().min(0).max(1);
