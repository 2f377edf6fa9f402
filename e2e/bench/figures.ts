/** How every benchmark ends: a table for people, then one line of JSON for programs. */

export interface Figure {
  readonly id: string;
  readonly value: number;
  readonly unit: string;
  readonly target: number | null;
  readonly better: "lower" | "higher";
}

function isOk({ value, target, better }: Figure): boolean {
  if (target === null) return true;
  return better === "lower" ? value <= target : value >= target;
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;

export function printFigures(name: string, figures: readonly Figure[]): void {
  process.stdout.write("\n");
  for (const figure of figures) {
    const target =
      figure.target === null
        ? ""
        : `target ${figure.better === "lower" ? "<=" : ">="} ${figure.target}`;
    const verdict = figure.target === null ? "" : isOk(figure) ? "ok" : "MISSED";
    process.stdout.write(
      `  ${figure.id.padEnd(28)} ${String(rounded(figure.value)).padStart(12)} ${figure.unit.padEnd(8)} ${target.padEnd(18)} ${verdict}\n`,
    );
  }
  const line = {
    name,
    figures: figures.map(({ id, value, unit, target, better }) => {
      const figure = { id, value: rounded(value), unit, target, better };
      return Object.assign(figure, { ok: isOk(figure) });
    }),
  };
  process.stdout.write(`\n${JSON.stringify(line)}\n`);
}

/** The value below which `share` of the sorted samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}
