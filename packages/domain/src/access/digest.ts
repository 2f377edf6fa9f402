/** SHA-256 of bytes. Injected, because the one implementation lives in Web Crypto. */
export type Sha256 = (bytes: Uint8Array) => Promise<Uint8Array>;

/** SHA-256 of UTF-8 text as 64 hexadecimal digits. */
export async function sha256Hex(sha256: Sha256, text: string): Promise<string> {
  const digest = await sha256(utf8(text));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** UTF-8 by hand: this package's type library knows neither TextEncoder nor Buffer. */
export function utf8(text: string): Uint8Array {
  const escaped = encodeURIComponent(text);
  const bytes: number[] = [];
  for (let at = 0; at < escaped.length; at += 1) {
    if (escaped[at] === "%") {
      bytes.push(Number.parseInt(escaped.slice(at + 1, at + 3), 16));
      at += 2;
    } else {
      bytes.push(escaped.charCodeAt(at));
    }
  }
  return Uint8Array.from(bytes);
}
