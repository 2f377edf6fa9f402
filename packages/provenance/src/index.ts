export { readSigner } from "./cose.ts";
export type { Signer } from "./cose.ts";
export { makeDevelopmentSigner } from "./development-signer.ts";
export { describeClip, describeFilm } from "./describe-film.ts";
export type { Description } from "./describe-film.ts";
export { isIntact, readSaidOrigin } from "./read-credential.ts";
export type { SaidOrigin } from "./read-manifest.ts";
export { signMovie } from "./sign-movie.ts";
