/**
 * Reads every filter script before FFmpeg does, and lets through only what the compiler may
 * write: filters from a closed list, labels of its own, values without a way out of their
 * place, and files by names that the server made. A text of a user that ever got this far would
 * stop here.
 */

/** None of these opens a file, a device or the network by itself. */
const FILTERS: ReadonlySet<string> = new Set(
  [
    "null copy split format scale crop pad fps settb setpts trim setsar setparams tpad loop",
    "reverse concat fade overlay color rotate transpose hflip vflip perspective xfade blend",
    "tblend geq lutyuv lutrgb lut lut3d curves eq hue colorbalance colorchannelmixer",
    "colortemperature exposure vibrance monochrome colorspace colormatrix boxblur gblur",
    "avgblur unsharp convolution pixelize vignette noise chromakey colorkey hsvkey despill",
    "alphaextract alphamerge extractplanes mergeplanes maskedmerge premultiply unpremultiply",
    "erosion dilation zoompan rgbashift gradients shuffleplanes negate limiter threshold",
    "remap displace lenscorrection nullsrc testsrc2 setdar select anull asplit aformat",
    "aresample asetpts atrim apad adelay afade aeval aevalsrc anullsrc amix amerge pan volume",
    "atempo areverse alimiter acompressor acrossfade sidechaincompress agate equalizer",
    "highpass lowpass bass treble aecho asetnsamples asetrate aloop stereotools join",
    "channelmap rubberband afftdn dynaudnorm compand",
  ].flatMap((line) => line.split(" ")),
);

/** Options that name files. */
const FILE_OPTIONS = /(?:^|:)(file|filename|textfile|fontfile|stats_file|metadata_file)=([^:']*)/g;
const FILE_NAME = /^[a-z0-9][a-z0-9_-]{0,99}\.[a-z0-9]{2,6}$/;
const LABEL = /^[A-Za-z0-9_:]+$/;
/** What numbers, words, expressions and colours are written with. */
const VALUE = /^[\w\s.:=|+\-*/()^<>!&#@,\\]*$/;
const HEAD = /^sws_flags=[a-z_+]+$/;

function refuse(what: string, text: string): never {
  throw new TypeError(`${what} may not be in a filter script: ${text.slice(0, 120)}`);
}

/** Parts of `text` between `separator`, which counts only outside of quotes and escapes. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let [part, quoted] = ["", false];
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === "\\" && !quoted) {
      part += char + text.charAt(at + 1);
      at += 1;
    } else if (char === separator && !quoted) {
      parts.push(part);
      part = "";
    } else {
      if (char === "'") quoted = !quoted;
      part += char;
    }
  }
  if (quoted) refuse("an open quote", text);
  return [...parts, part];
}

function checkFilter(text: string): void {
  const [, name = "", value = ""] = /^([a-z0-9_]+)(?:=(.*))?$/s.exec(text.trim()) ?? [];
  if (!FILTERS.has(name)) refuse(`the filter "${name}"`, text);
  if (!VALUE.test(value.replaceAll("'", ""))) refuse("a value like this", text);
  for (const [, option = "", file = ""] of value.replaceAll("'", "").matchAll(FILE_OPTIONS)) {
    if (!FILE_NAME.test(file)) refuse(`the ${option} "${file}"`, text);
  }
  if (name === "lut3d" && !value.includes("file=")) refuse("a table without its name", text);
}

function checkChain(text: string): void {
  const inner = text
    .trim()
    .replace(/^(?:\[[^\]]*\])+/, (labels) => checkLabels(labels))
    .replace(/(?:\[[^\]]*\])+$/, (labels) => checkLabels(labels));
  for (const filter of splitOutside(inner, ",")) checkFilter(filter);
}

function checkLabels(labels: string): "" {
  for (const label of labels.slice(1, -1).split("][")) {
    if (!LABEL.test(label)) refuse("the label", label);
  }
  return "";
}

/** Gives the script back; throws on anything that is not in the lists, which is a bug of ours. */
export function guardScript(script: string): string {
  for (const chain of splitOutside(script, ";")) {
    const text = chain.trim();
    if (text !== "" && !HEAD.test(text)) checkChain(text);
  }
  return script;
}
