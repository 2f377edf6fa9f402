/** Keeps the end of a stream's text: hostile input can make FFmpeg complain without end. */
const LIMIT_BYTES = 8 * 1024 * 1024;

export function tail(limitBytes = LIMIT_BYTES): {
  push: (chunk: Uint8Array) => void;
  text: () => string;
} {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    push: (chunk) => {
      chunks.push(chunk);
      size += chunk.byteLength;
      while (size > limitBytes && chunks.length > 1) size -= chunks.shift()?.byteLength ?? 0;
    },
    text: () => Buffer.concat(chunks).toString("utf8"),
  };
}
