/**
 * Style sheets name the sides of a line, never left and right: pages run either way, by their
 * language. What has an axis of its own (time, the picture) sets `direction: ltr` and then also
 * speaks of start and end.
 */
import type { SourceFile } from "./gate.ts";

const PHYSICAL =
  /(?:^|[;{\s])((?:left|right|(?:scroll-)?(?:margin|padding)-(?:left|right)|border-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius)\s*:|(?:text-align|float|clear|caption-side|transform-origin)\s*:[^;]*\b(?:left|right)\b)/;
const BOX = /^\s*(padding|margin|inset|scroll-margin|scroll-padding|border-width)\s*:\s*([^;]+);/;
const INLINE_STYLE =
  /\b(?:margin|padding|border)(?:Left|Right)\w*\s*:|\btextAlign\s*:\s*"(?:left|right)"/;

/** `1px calc(2px + 3px) 4px 5px` as four words. */
function words(value: string): string[] {
  const found: string[] = [];
  let depth = 0;
  for (const word of value.trim().split(/\s+/)) {
    const isInside = depth > 0;
    depth += word.split("(").length - word.split(")").length;
    if (isInside) found.push(`${found.pop()} ${word}`);
    else found.push(word);
  }
  return found;
}

/** Four sides of which the left and the right one differ. */
function isLopsided(line: string): boolean {
  const value = BOX.exec(line)?.[2];
  if (value === undefined) return false;
  const [, right, , left] = words(value);
  return left !== undefined && left !== right;
}

function isPhysical(path: string, line: string): boolean {
  if (path.endsWith(".css")) return PHYSICAL.test(line) || isLopsided(line);
  return INLINE_STYLE.test(line);
}

/** One sentence per line of `web` that names a side which right-to-left pages do not turn. */
export function checkLogicalCss(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^web\/src\/.*\.(css|tsx)$/.test(path))
    .flatMap(({ path, text }) =>
      text
        .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "))
        .split("\n")
        .flatMap((line, index) =>
          isPhysical(path, line)
            ? [`${path}:${index + 1} names left or right (${line.trim()}); say start or end`]
            : [],
        ),
    );
}
