import type { Container } from "./sniff.ts";

/** Containers of one picture. */
export const STILLS: ReadonlySet<Container> = new Set(["png", "jpeg", "webp"]);
