import { S3Error } from "./s3-error.ts";

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\r": "&#13;",
};
const UNESCAPES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** An element tree: text, children by name, or a list of children of the same name. */
export type XmlNode =
  | string
  | number
  | boolean
  | { readonly [name: string]: XmlNode | undefined | readonly XmlNode[] };

function element(name: string, value: XmlNode): string {
  if (typeof value !== "object") {
    const text = String(value).replaceAll(/[&<>"'\r]/gu, (mark) => ESCAPES[mark] ?? mark);
    return `<${name}>${text}</${name}>`;
  }
  let inner = "";
  for (const [child, content] of Object.entries(value)) {
    if (content === undefined) continue;
    const list: readonly XmlNode[] = Array.isArray(content) ? content : [content as XmlNode];
    for (const item of list) inner += element(child, item);
  }
  return `<${name}>${inner}</${name}>`;
}

/** Children that are undefined are left out. */
export function toXml(root: string, value: XmlNode, namespaced = true): string {
  const body = element(root, value);
  const named = namespaced
    ? body.replace(`<${root}`, `<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/"`)
    : body;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${named}`;
}

function unescapeXml(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|([a-z]+));/giu, (whole, hex, decimal, name) => {
    if (typeof hex === "string") return String.fromCodePoint(Number.parseInt(hex, 16));
    if (typeof decimal === "string") return String.fromCodePoint(Number(decimal));
    return UNESCAPES[String(name)] ?? whole;
  });
}

/** The inner texts of every element `name`, in order. For S3's flat request bodies. */
export function elementsOf(xml: string, name: string): string[] {
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, "gu");
  return Array.from(xml.matchAll(pattern), (match) => match[1] ?? "");
}

/** The unescaped text of the first element `name`, or undefined. */
export function textOf(xml: string, name: string): string | undefined {
  const inner = elementsOf(xml, name)[0];
  return inner === undefined ? undefined : unescapeXml(inner.trim());
}

/** @throws {S3Error} `MalformedXML` when the root element is another. */
export function requireRoot(xml: string, root: string): void {
  if (!new RegExp(`<${root}[\\s>]`, "u").test(xml)) throw new S3Error("MalformedXML");
}
