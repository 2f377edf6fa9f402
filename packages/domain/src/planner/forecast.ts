/**
 * Where a growing series is `ahead` steps after its last value: the straight line through the
 * logarithms, because growth multiplies. Refit it whenever a month is added.
 */
export function forecast(history: readonly number[], ahead: number): number {
  const points = history.map((value, index) => ({ x: index, y: Math.log(Math.max(1, value)) }));
  const n = points.length;
  const mean = (pick: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / n;
  const [mx, my] = [mean((point) => point.x), mean((point) => point.y)];
  const over = points.reduce((sum, { x, y }) => sum + (x - mx) * (y - my), 0);
  const under = points.reduce((sum, { x }) => sum + (x - mx) ** 2, 0);
  const slope = under === 0 ? 0 : over / under;
  return Math.exp(my + slope * (n - 1 + ahead - mx));
}
