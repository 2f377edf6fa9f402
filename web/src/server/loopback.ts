const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]", "0.0.0.0"]);

/**
 * Where a page lives that was asked for by another name of this machine, else null. The API lets
 * only the app's own origin in, and cookies are kept by name: `127.0.0.1` is not `localhost`.
 */
export function ownAddress(asked: URL, host: string | null, webUrl?: string): string | null {
  if (webUrl === undefined || host === null || !URL.canParse(`http://${host}`)) return null;
  const own = new URL(webUrl);
  const { hostname, port } = new URL(`http://${host}`);
  const isOtherName =
    hostname !== own.hostname && LOOPBACK.has(hostname) && LOOPBACK.has(own.hostname);
  return isOtherName && port === own.port ? own.origin + asked.pathname + asked.search : null;
}
