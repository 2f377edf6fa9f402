/** Rules of form that no linter of ours knows: sizes of files, names of rooms, doors to outside. */
import type { SourceFile } from "./gate.ts";

const MAX_LINES = 300;
const isTest = (path: string) =>
  /\.(test|cases)\.tsx?$|(^|\/)testing\//.test(path) || path.startsWith("e2e/");

interface Rule {
  readonly says: string;
  readonly applies: (path: string) => boolean;
  readonly breaks: (file: SourceFile) => boolean;
}

const code = (path: string) =>
  /\.(ts|tsx|mts|mjs)$/.test(path) && !path.startsWith("packages/gates/");

const RULES: readonly Rule[] = [
  {
    says: `holds more than ${MAX_LINES} lines`,
    applies: (path) => !isTest(path),
    breaks: ({ text }) => text.trimEnd().split("\n").length > MAX_LINES,
  },
  {
    says: "has a name that says nothing of its content",
    applies: () => true,
    breaks: ({ path }) => /(^|\/)(utils?|helpers?|common|misc|shared|manager)(\.|\/)/.test(path),
  },
  {
    says: "re-exports a whole module; name what you export",
    applies: code,
    breaks: ({ text }) => /^export \* from/m.test(text),
  },
  {
    says: "reads the environment; only env.ts does",
    applies: (path) =>
      code(path) &&
      /^(web|edge-api|render-farm|db|packages\/(timeline|compiler|titles|domain|contracts|interchange|ports|adapters))\//.test(
        path,
      ) &&
      !/(^|\/)env\.ts$|(^|\/)(build|next\.config)\.(mjs|ts)$|^web\/scripts\//.test(path) &&
      !isTest(path),
    // An entry may hand the environment to env.ts whole; nobody may pick from it.
    breaks: ({ text }) => /process\.env[.[]/.test(text),
  },
  {
    says: "runs a command through a shell",
    applies: code,
    breaks: ({ text }) =>
      /shell:\s*true|["'`]sh["'`],\s*\[\s*["'`]-c|\bexecSync\(|\bexec\(\s*[`"']/.test(text),
  },
  {
    says: "skips, focuses or postpones a test",
    applies: (path) => isTest(path) && !path.startsWith("packages/gates/"),
    breaks: ({ text }) =>
      /\b(it|test|describe)\.(skip|todo|only|fails|skipIf|runIf)\b|\bxit\(|\bxdescribe\(/.test(
        text,
      ),
  },
  {
    says: "takes a session advisory lock, which leaks through a pooler (F121)",
    applies: (path) => code(path) || path.endsWith(".sql"),
    breaks: ({ text }) => /pg_(try_)?advisory_lock\s*\(/.test(text),
  },
  {
    says: "reads the clock or chance itself in pure code",
    applies: (path) =>
      /^packages\/(timeline|compiler|domain|contracts|interchange)\/src\//.test(path) &&
      !isTest(path),
    breaks: ({ text }) =>
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(/.test(text),
  },
];

/** One sentence per file and broken rule. */
export function checkHouseRules(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    RULES.filter((rule) => rule.applies(file.path) && rule.breaks(file)).map(
      (rule) => `${file.path} ${rule.says}`,
    ),
  );
}
