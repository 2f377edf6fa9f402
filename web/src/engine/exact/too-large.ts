/** An input that is too large to be copied into the engine. */
export class TooLargeError extends Error {}
