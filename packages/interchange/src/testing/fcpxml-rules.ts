/**
 * The rules of FCPXML 1.10 for the elements that are written here: what may be in what, in which
 * order, and which attributes there are. Taken from the format's published DTD.
 */
import { everyNode } from "./read-xml.ts";
import type { XmlNode } from "./read-xml.ts";

interface Rule {
  /** Over the children's names, each followed by a space. */
  readonly content: RegExp;
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
}

const anchored = "(?:(?:audio|video|clip|title|caption|asset-clip|spine) )*";
const marked = "(?:(?:marker|chapter-marker|keyword) )*";
const seen = "(?:adjust-transform )?(?:adjust-blend )?";
const model = (pattern: string) => new RegExp(`^${pattern}$`);
const EMPTY = /^$/;
const clipAttributes = ["lane", "offset", "name", "start", "enabled"];

const RULES: Readonly<Record<string, Rule>> = {
  fcpxml: { content: model("(?:resources )?library "), required: ["version"] },
  resources: { content: model("(?:(?:asset|effect|format|media) )*") },
  format: {
    content: EMPTY,
    required: ["id"],
    optional: ["name", "frameDuration", "width", "height", "colorSpace"],
  },
  effect: { content: EMPTY, required: ["id", "uid"], optional: ["name"] },
  asset: {
    content: model("(?:media-rep )+(?:metadata )?"),
    required: ["id"],
    optional: [
      "name",
      "start",
      "duration",
      "hasVideo",
      "format",
      "hasAudio",
      "videoSources",
      "audioSources",
      "audioChannels",
      "audioRate",
    ],
  },
  "media-rep": { content: EMPTY, required: ["src"], optional: ["kind"] },
  library: { content: model("(?:event )*") },
  event: { content: model("(?:project )*"), optional: ["name"] },
  project: { content: model("sequence "), optional: ["name"] },
  sequence: {
    content: model("(?:note )?spine (?:metadata )?"),
    required: ["format"],
    optional: ["duration", "tcStart", "tcFormat", "audioLayout", "audioRate"],
  },
  spine: { content: model("(?:(?:audio|video|clip|title|asset-clip|gap|transition) )*") },
  gap: {
    content: model(`(?:note )?${anchored}${marked}`),
    required: ["duration"],
    optional: ["name", "offset", "start", "enabled"],
  },
  "asset-clip": {
    content: model(`(?:note )?(?:timeMap )?${seen}(?:adjust-volume )?${anchored}${marked}`),
    required: ["ref"],
    optional: [...clipAttributes, "duration", "srcEnable"],
  },
  video: {
    content: model(`(?:note )?(?:timeMap )?${seen}${anchored}${marked}`),
    required: ["ref", "duration"],
    optional: clipAttributes,
  },
  title: {
    content: model(`(?:text )*(?:text-style-def )*(?:note )?${seen}${anchored}${marked}`),
    required: ["ref", "duration"],
    optional: clipAttributes,
  },
  text: { content: model("(?:text-style )*") },
  "text-style-def": { content: model("text-style "), required: ["id"] },
  "text-style": {
    content: EMPTY,
    optional: ["ref", "font", "fontSize", "fontColor", "bold", "alignment"],
  },
  timeMap: { content: model("(?:timept )*"), optional: ["preservesPitch"] },
  timept: { content: EMPTY, required: ["time", "value"], optional: ["interp"] },
  transition: { content: EMPTY, required: ["duration"], optional: ["name", "offset"] },
  marker: { content: EMPTY, required: ["start", "value"], optional: ["duration", "note"] },
  "adjust-transform": { content: EMPTY, optional: ["position", "scale", "rotation"] },
  "adjust-blend": { content: EMPTY, optional: ["amount"] },
  "adjust-volume": { content: EMPTY, optional: ["amount"] },
};

const VALUES: Readonly<Record<string, RegExp>> = {
  version: /^1\.10$/,
  enabled: /^[01]$/,
  srcEnable: /^(all|audio|video)$/,
  tcFormat: /^(DF|NDF)$/,
  interp: /^(smooth2|linear|smooth)$/,
  audioRate: /^(48k|48000)$/,
  audioLayout: /^(mono|stereo|surround)$/,
  lane: /^-?[1-9]\d*$/,
};
const TIMES = new Set(["start", "duration", "offset", "frameDuration", "tcStart", "time"]);
/** A 64-bit numerator over a 32-bit denominator. */
const TIME = /^\d{1,18}(\/[1-9]\d{0,9})?s$/;

function faultsOf(node: XmlNode, ids: ReadonlySet<string>): string[] {
  const rule = RULES[node.name];
  if (rule === undefined) return [`<${node.name}> is not known`];
  const { required = [], optional = [] } = rule;
  const names = node.children.map((child) => `${child.name} `).join("");
  const known = new Set([...required, ...optional]);
  const keys = Object.keys(node.attributes);
  const values = Object.entries(node.attributes).filter(
    ([key, value]) =>
      (TIMES.has(key) && !TIME.test(value)) ||
      VALUES[key]?.test(value) === false ||
      ((key === "ref" || key === "format") && !ids.has(value)),
  );
  return [
    ...(rule.content.test(names) ? [] : [`<${node.name}> holds ${names}`]),
    ...required.filter((key) => !keys.includes(key)).map((key) => `<${node.name}> lacks ${key}`),
    ...keys.filter((key) => !known.has(key)).map((key) => `<${node.name}> has ${key}`),
    ...values.map(([key, value]) => `<${node.name}> ${key}="${value}"`),
  ];
}

/** What breaks the format's rules; empty for a file that Final Cut Pro would open. */
export function fcpxmlFaults(root: XmlNode): string[] {
  const nodes = everyNode(root);
  const ids = nodes.flatMap((node) => node.attributes["id"] ?? []);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  const names = new Set(ids);
  return [
    ...(root.name === "fcpxml" ? [] : [`the root is <${root.name}>`]),
    ...twice.map((id) => `two of id ${id}`),
    ...nodes.flatMap((node) => faultsOf(node, names)),
  ];
}
