/** Text as it may stand in a title: composed, in lines, and safe inside XML. */

import type { TextLine } from "./wrap.ts";

/** Everything that XML 1.0 does not allow, lone surrogates included. */
const NOT_XML =
  // oxlint-disable-next-line no-control-regex -- control characters are what this removes
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]|\p{Surrogate}/gu;

/** `text` composed (NFC), with plain line ends and without characters that cannot be drawn. */
export function drawableText(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll("\t", "    ")
    .replaceAll(NOT_XML, "")
    .normalize("NFC");
}

/** The lines of drawable text, and where each begins in it. */
export function textLines(text: string): TextLine[] {
  let from = 0;
  return text.split("\n").map((line) => {
    const placed = { text: line, from };
    from += line.length + 1;
    return placed;
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
