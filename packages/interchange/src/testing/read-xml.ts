/** A reader of plain XML for tests: elements, attributes, text; no entities of its own. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlNode[];
  text: string;
}

const TOKEN =
  /<\?[^>]*\?>|<!DOCTYPE [^>]*>|<\/([\w-]+)>|<([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

function plain(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string) =>
    code === undefined ? (NAMED[name] ?? "\ufffd") : String.fromCodePoint(Number(code)),
  );
}

/** @throws {Error} when the text is not well formed. */
export function readXml(text: string): XmlNode {
  const root: XmlNode = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    end = match.index + match[0].length;
    const [, closed, name, pairs = "", isEmpty, words] = match;
    const parent = open.at(-1) ?? root;
    if (words !== undefined) parent.text += plain(words);
    if (closed !== undefined && open.pop()?.name !== closed) throw new Error(`</${closed}>`);
    if (name === undefined) continue;
    const found = [...pairs.matchAll(/([\w-]+)="([^"]*)"/g)];
    const attributes = Object.fromEntries(found.map(([, key, value]) => [key, plain(value ?? "")]));
    if (Object.keys(attributes).length !== found.length) throw new Error(`twice in <${name}>`);
    const node: XmlNode = { name, attributes, children: [], text: "" };
    parent.children.push(node);
    if (isEmpty === "") open.push(node);
  }
  const [first] = root.children;
  if (end !== text.length || open.length !== 1 || root.children.length !== 1 || !first) {
    throw new Error(`not well formed at ${end} of ${text.length}`);
  }
  return first;
}

/** Every element below and including the node, in order. */
export function everyNode(node: XmlNode): XmlNode[] {
  return [node, ...node.children.flatMap(everyNode)];
}
