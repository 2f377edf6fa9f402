/** XML as text: elements of attributes and children, every value escaped here and nowhere else. */
export interface XmlElement {
  readonly name: string;
  /** In the order in which they are written; what is undefined is left out. */
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly children: readonly (XmlElement | string)[];
}

export function xml(
  name: string,
  attributes: XmlElement["attributes"] = {},
  children: XmlElement["children"] = [],
): XmlElement {
  return { name, attributes, children };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Control characters have no place in XML 1.0, however they are written. */
const UNSAYABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

function escaped(text: string): string {
  return text
    .replaceAll(UNSAYABLE, "")
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

export function printXml(element: XmlElement, indent = ""): string {
  const attributes = Object.entries(element.attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(value).replaceAll("\n", "&#10;")}"`],
  );
  const open = `${indent}<${element.name}${attributes.join("")}`;
  if (element.children.length === 0) return `${open}/>\n`;
  if (element.children.every((child) => typeof child === "string")) {
    return `${open}>${element.children.map(escaped).join("")}</${element.name}>\n`;
  }
  const inside = element.children.map((child) =>
    typeof child === "string" ? escaped(child) : printXml(child, `${indent}  `),
  );
  return `${open}>\n${inside.join("")}${indent}</${element.name}>\n`;
}
