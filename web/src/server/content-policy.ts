/** A bucket is reached as a path of its endpoint or as a host below it; both are one store. */
function mediaSources(urls: readonly string[]): readonly string[] {
  if (urls.length === 0) return ["https:", "http:"];
  return urls.flatMap((text) => {
    const url = new URL(text);
    const isName = /[a-z]/i.test(url.hostname) && url.hostname !== "localhost";
    return isName ? [url.origin, `${url.protocol}//*.${url.host}`] : [url.origin];
  });
}

/**
 * The Content-Security-Policy of a page. Media may come only from the store and its CDN, calls go
 * only to the API and the store, scripts need the nonce. WebAssembly is for FFmpeg, titles and
 * checksums; `eval` only for React's development build.
 */
export function contentPolicy(options: {
  readonly nonce: string;
  readonly apiUrl: string;
  readonly mediaUrls: readonly string[];
  readonly development: boolean;
}): string {
  const media = mediaSources(options.mediaUrls).join(" ");
  const api = new URL(options.apiUrl).origin;
  const dev = options.development;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${options.nonce}' 'strict-dynamic' 'wasm-unsafe-eval'${dev ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' blob: data: ${media}`,
    `media-src 'self' blob: ${media}`,
    "font-src 'self' data:",
    `connect-src 'self' blob: data: ${api} ${media}${dev ? " ws:" : ""}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
