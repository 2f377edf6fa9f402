/**
 * The outlines of figures as SVG paths, around (0, 0) in a box of `width` x `height` pixels. Areas
 * fill their box; lines touch it with their middle.
 */
import { number } from "./svg-values.ts";

/** What of a shape's style its outline depends on; lengths in pixels. */
interface FigureForm {
  readonly width: number;
  readonly height: number;
  readonly rounding: number;
  readonly points: number;
  readonly waist: number;
}

type Point = readonly [x: number, y: number];

/** One corner with an arc in it, as far as the sides beside it go. */
function corner(before: Point, at: Point, after: Point, radius: number): string {
  const [ax, ay] = [before[0] - at[0], before[1] - at[1]];
  const [bx, by] = [after[0] - at[0], after[1] - at[1]];
  const [a, b] = [Math.sqrt(ax * ax + ay * ay), Math.sqrt(bx * bx + by * by)];
  const cosine = (ax * bx + ay * by) / (a * b);
  const tanHalf = Math.sqrt((1 - cosine) / (1 + cosine));
  const reach = Math.min(radius / tanHalf, a / 2, b / 2);
  if (!(reach > 0.01)) return `L${number(at[0])} ${number(at[1])}`;
  const arc = number(reach * tanHalf);
  const from = `${number(at[0] + (ax / a) * reach)} ${number(at[1] + (ay / a) * reach)}`;
  const to = `${number(at[0] + (bx / b) * reach)} ${number(at[1] + (by / b) * reach)}`;
  return `L${from}A${arc} ${arc} 0 0 ${ax * by - ay * bx < 0 ? 1 : 0} ${to}`;
}

const radiusOf = ({ width, height, rounding }: FigureForm) =>
  (rounding * Math.min(width, height)) / 2;

/** A closed outline; its corners are as round as the form says. */
function closed(form: FigureForm, points: readonly Point[]): string {
  const corners = points.map((at, index) =>
    corner(
      points.at(index - 1) ?? at,
      at,
      points[(index + 1) % points.length] ?? at,
      radiusOf(form),
    ),
  );
  return `M${corners.join("").slice(1)}Z`;
}

/** A line from the first point to the last one, with round corners between them. */
function open(form: FigureForm, points: readonly Point[]): string {
  const last = points.length - 1;
  const parts = points.map((at, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    if (before === undefined || after === undefined || index === last) {
      return `L${number(at[0])} ${number(at[1])}`;
    }
    return corner(before, at, after, radiusOf(form));
  });
  return `M${parts.join("").slice(1)}`;
}

/** Points by shares of the box, from its middle. */
function inBox({ width, height }: FigureForm, points: readonly Point[]): Point[] {
  return points.map(([x, y]) => [x * width, y * height]);
}

/** The points moved and stretched until they fill the box. */
function filling(form: FigureForm, points: readonly Point[]): Point[] {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top];
  return inBox(
    form,
    points.map(([x, y]) => [(x - left) / wide - 0.5, (y - top) / high - 0.5]),
  );
}

/** `radii` one after another, all the way round from the top. */
function around(count: number, radiusAt: (index: number) => number): Point[] {
  return Array.from({ length: count }, (_, index): Point => {
    const angle = (2 * Math.PI * index) / count;
    return [radiusAt(index) * Math.sin(angle), -radiusAt(index) * Math.cos(angle)];
  });
}

/** Curves in a box of 100 x 100: where it begins, then six numbers for each piece. */
function curved({ width, height }: FigureForm, numbers: readonly number[]): string {
  const placed = numbers.map((value, index) =>
    number((value / 100 - 0.5) * (index % 2 === 0 ? width : height)),
  );
  return `M${placed.slice(0, 2).join(" ")}C${placed.slice(2).join(" ")}Z`;
}

const HEART = [
  50, 100, 15, 70, 0, 52, 0, 30, 0, 12, 13, 0, 28, 0, 38, 0, 46, 6, 50, 15, 54, 6, 62, 0, 72, 0, 87,
  0, 100, 12, 100, 30, 100, 52, 85, 70, 50, 100,
];
const CLOUD = [
  22, 100, 9, 100, 0, 88, 0, 74, 0, 60, 9, 50, 20, 48, 20, 19, 34, 0, 52, 0, 66, 0, 77, 11, 82, 27,
  92, 31, 100, 44, 100, 61, 100, 84, 88, 100, 76, 100, 58, 100, 40, 100, 22, 100,
];

export const AREAS = {
  rectangle: (form) =>
    closed(
      form,
      inBox(form, [
        [-0.5, -0.5],
        [0.5, -0.5],
        [0.5, 0.5],
        [-0.5, 0.5],
      ]),
    ),
  ellipse: ({ width, height }) => {
    const [x, y] = [number(width / 2), number(height / 2)];
    return `M-${x} 0A${x} ${y} 0 0 1 ${x} 0A${x} ${y} 0 0 1 -${x} 0Z`;
  },
  polygon: (form) =>
    closed(
      form,
      filling(
        form,
        around(form.points, () => 1),
      ),
    ),
  star: (form) => {
    const radiusAt = (index: number) => (index % 2 === 0 ? 1 : form.waist);
    return closed(form, filling(form, around(2 * form.points, radiusAt)));
  },
  heart: (form) => curved(form, HEART),
  cloud: (form) => curved(form, CLOUD),
  speech: (form) =>
    closed(
      form,
      inBox(form, [
        [-0.5, -0.5],
        [0.5, -0.5],
        [0.5, 0.28],
        [-0.08, 0.28],
        [-0.34, 0.5],
        [-0.28, 0.28],
        [-0.5, 0.28],
      ]),
    ),
  arrow: (form) => {
    const [x, y] = [form.width / 2, form.height / 2];
    const neck = x - Math.min(form.width / 2, 0.7 * form.height);
    const shaft = form.waist * y;
    return closed(form, [
      [-x, -shaft],
      [neck, -shaft],
      [neck, -y],
      [x, 0],
      [neck, y],
      [neck, shaft],
      [-x, shaft],
    ]);
  },
  chevron: (form) => {
    const [x, y] = [form.width / 2, form.height / 2];
    const thick = form.waist * form.width;
    return closed(form, [
      [-x, -y],
      [thick - x, -y],
      [x, 0],
      [thick - x, y],
      [-x, y],
      [x - thick, 0],
    ]);
  },
  cross: (form) => {
    const [x, y] = [form.width / 2, form.height / 2];
    const arm = form.waist * Math.min(x, y);
    return closed(form, [
      [-arm, -y],
      [arm, -y],
      [arm, -arm],
      [x, -arm],
      [x, arm],
      [arm, arm],
      [arm, y],
      [-arm, y],
      [-arm, arm],
      [-x, arm],
      [-x, -arm],
      [-arm, -arm],
    ]);
  },
  banner: (form) => {
    const [x, y] = [form.width / 2, form.height / 2];
    const notch = Math.min(0.35 * form.height, 0.2 * form.width);
    return closed(form, [
      [-x, -y],
      [x, -y],
      [x - notch, 0],
      [x, y],
      [-x, y],
      [notch - x, 0],
    ]);
  },
} as const satisfies Readonly<Record<string, (form: FigureForm) => string>>;

const straight = (form: FigureForm): string =>
  open(
    form,
    inBox(form, [
      [-0.5, 0],
      [0.5, 0],
    ]),
  );

export const LINES = {
  line: straight,
  pointer: (form) => {
    const [x, y] = [form.width / 2, form.height / 2];
    const neck = x - Math.min(x, y);
    const head = open({ ...form, rounding: 0 }, [
      [neck, -y],
      [x, 0],
      [neck, y],
    ]);
    return straight(form) + head;
  },
  bracket: (form) =>
    open(
      form,
      inBox(form, [
        [0.5, -0.5],
        [-0.5, -0.5],
        [-0.5, 0.5],
        [0.5, 0.5],
      ]),
    ),
  squiggle: ({ width, height }) => {
    const waves = Math.min(40, Math.max(1, Math.round(width / (3 * height))));
    const half = width / (2 * waves);
    const bends = Array.from({ length: 2 * waves }, (_, index) => {
      const [from, side] = [index * half - width / 2, index % 2 === 0 ? -height : height];
      return `Q${number(from + half / 2)} ${number(side)} ${number(from + half)} 0`;
    });
    return `M${number(-width / 2)} 0${bends.join("")}`;
  },
  tick: (form) =>
    open(
      { ...form, rounding: 0 },
      inBox(form, [
        [-0.5, 0.05],
        [-0.15, 0.5],
        [0.5, -0.5],
      ]),
    ),
} as const satisfies Readonly<Record<string, (form: FigureForm) => string>>;
