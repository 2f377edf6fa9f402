/** Stickers: our own drawings, in a box of 100 x 100. */

/** A piece of a drawing: filled, or a line of some width with round ends. Later ones lie on top. */
export interface StickerPart {
  readonly path: string;
  readonly colour: string;
  /** Absent: the path is filled. */
  readonly lineWidth?: number;
}

const fill = (colour: string, path: string): StickerPart => ({ path, colour });
const line = (colour: string, lineWidth: number, path: string): StickerPart => ({
  path,
  colour,
  lineWidth,
});
const oval = (x: number, y: number, rx: number, ry = rx) =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0Z`;
const box = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}h${width}v${height}h${-width}Z`;
const spark = (x: number, y: number, r: number) =>
  `M${x} ${y - r}Q${x} ${y} ${x + r} ${y}Q${x} ${y} ${x} ${y + r}Q${x} ${y} ${x - r} ${y}Q${x} ${y} ${x} ${y - r}Z`;
const heart = (x: number, y: number) =>
  `M${x} ${y + 11}C${x - 11} ${y + 3} ${x - 12} ${y - 2} ${x - 12} ${y - 5}C${x - 12} ${y - 13} ${x - 2} ${y - 13} ${x} ${y - 6}C${x + 2} ${y - 13} ${x + 12} ${y - 13} ${x + 12} ${y - 5}C${x + 12} ${y - 2} ${x + 11} ${y + 3} ${x} ${y + 11}Z`;

const [GOLD, AMBER, BRONZE, CREAM] = ["#ffd23f", "#f5a91e", "#8a4b14", "#fff1b8"] as const;
const [RED, DARK_RED, INK, MOUTH] = ["#ee4256", "#c92c42", "#3b2410", "#7a2e12"] as const;
const [BLUE, GREEN, ORANGE, WHITE] = ["#3a86ff", "#35c282", "#ff6b1a", "#ffffff"] as const;

const FACE = [fill(AMBER, oval(50, 50, 46)), fill(GOLD, oval(49, 47, 42))];
const GRIN = [
  fill(MOUTH, "M27 57C33 82 67 82 73 57Z"),
  fill("#ff7a85", "M38 72C43 65 57 65 62 72C55 77 45 77 38 72Z"),
];
const rays = (count: number, outer: number, inner: number) =>
  `M${Array.from({ length: 2 * count }, (_, index) => {
    const [radius, angle] = [index % 2 === 0 ? outer : inner, (Math.PI * index) / count];
    const [x, y] = [50 + radius * Math.sin(angle), 50 - radius * Math.cos(angle)];
    return `${x.toFixed(2)} ${y.toFixed(2)}`;
  }).join("L")}Z`;
const petal = (turn: number) =>
  oval(
    Math.round(50 + 26 * Math.sin((turn * Math.PI) / 3)),
    Math.round(50 - 26 * Math.cos((turn * Math.PI) / 3)),
    20,
  );
const arch = (radius: number) => `M${50 - radius} 74A${radius} ${radius} 0 0 1 ${50 + radius} 74`;

export const STICKERS = {
  smile: [...FACE, fill(INK, oval(35, 41, 5, 7)), fill(INK, oval(65, 41, 5, 7)), ...GRIN],
  love: [...FACE, fill(RED, heart(33, 40)), fill(RED, heart(67, 40)), ...GRIN],
  cool: [
    ...FACE,
    fill(
      "#20242c",
      "M14 34H86V42C86 55 78 60 68 60C58 60 54 52 52 44H48C46 52 42 60 32 60C22 60 14 55 14 42Z",
    ),
    fill("#5b6577", "M20 38H33L25 51Z"),
    fill("#5b6577", "M58 38H71L63 51Z"),
    line(MOUTH, 5, "M36 74Q54 84 68 69"),
  ],
  wow: [
    ...FACE,
    fill(WHITE, oval(33, 40, 10)),
    fill(WHITE, oval(67, 40, 10)),
    fill(INK, oval(33, 41, 5)),
    fill(INK, oval(67, 41, 5)),
    line(BRONZE, 4, "M22 25Q31 18 40 23"),
    line(BRONZE, 4, "M60 23Q69 18 78 25"),
    fill(MOUTH, oval(50, 70, 10, 13)),
    fill("#ff7a85", oval(50, 77, 6, 5)),
  ],
  sun: [
    fill(AMBER, rays(12, 46, 33)),
    fill(GOLD, oval(50, 50, 28)),
    fill(CREAM, oval(42, 41, 7, 6)),
  ],
  moon: [
    fill(AMBER, "M60 8A43 43 0 1 0 92 62A35 35 0 1 1 60 8Z"),
    fill(GOLD, "M54 11A40 40 0 1 0 87 67A38 38 0 1 1 54 11Z"),
    fill(CREAM, spark(74, 24, 14)),
    fill(CREAM, spark(90, 44, 8)),
  ],
  rainbow: [
    line(RED, 9, arch(40)),
    line(ORANGE, 9, arch(32)),
    line(GOLD, 9, arch(24)),
    line(GREEN, 9, arch(16)),
    line(BLUE, 9, arch(8)),
    fill("#dfe7f2", `${oval(14, 78, 10)}${oval(26, 74, 13)}${oval(38, 79, 9)}`),
    fill(WHITE, `${oval(14, 76, 9)}${oval(26, 72, 12)}${oval(38, 77, 8)}`),
    fill("#dfe7f2", `${oval(62, 79, 9)}${oval(74, 74, 13)}${oval(86, 78, 10)}`),
    fill(WHITE, `${oval(62, 77, 8)}${oval(74, 72, 12)}${oval(86, 76, 9)}`),
  ],
  flame: [
    fill(
      ORANGE,
      "M50 3C58 22 83 34 83 62C83 83 69 97 50 97C31 97 17 83 17 62C17 48 26 40 32 28C35 38 39 41 43 41C42 26 44 14 50 3Z",
    ),
    fill(
      "#ffab1f",
      "M52 40C56 53 69 57 69 73C69 86 60 93 50 93C40 93 31 86 31 73C31 64 37 59 41 53C44 58 47 59 48 58C47 51 49 45 52 40Z",
    ),
    fill(
      "#ffe27a",
      "M50 64C52 71 60 74 60 82C60 88 56 92 50 92C44 92 40 88 40 82C40 75 48 72 50 64Z",
    ),
  ],
  bolt: [
    fill(AMBER, "M60 3L17 57H45L36 97L83 40H55Z"),
    fill(GOLD, "M60 3L17 57H38L55 40Z"),
    fill(GOLD, "M45 57L36 97L60 57Z"),
  ],
  sparkles: [
    fill(GOLD, spark(42, 56, 38)),
    fill(CREAM, spark(42, 56, 18)),
    fill(AMBER, spark(80, 22, 19)),
    fill(GOLD, spark(84, 82, 14)),
  ],
  flower: [
    ...[1, 3, 5].map((turn) => fill("#ff5fa2", petal(turn))),
    ...[0, 2, 4].map((turn) => fill("#ff8abb", petal(turn))),
    fill(AMBER, oval(50, 50, 17)),
    fill(GOLD, oval(49, 48, 14)),
  ],
  balloon: [
    line("#8a93a3", 2.5, "M50 78C42 84 58 90 50 97"),
    fill(DARK_RED, "M50 70L43 81H57Z"),
    fill(DARK_RED, oval(50, 39, 32, 36)),
    fill(RED, oval(47, 37, 28, 33)),
    fill("#ffb3bd", "M30 30C31 19 38 12 46 11C38 17 35 23 34 32Z"),
  ],
  gift: [
    fill(DARK_RED, box(14, 46, 72, 50)),
    fill(RED, box(14, 46, 60, 50)),
    fill(RED, box(7, 29, 86, 20)),
    fill(AMBER, box(42, 29, 16, 67)),
    fill(GOLD, box(42, 29, 11, 67)),
    fill(AMBER, "M50 30C38 2 10 8 22 24C28 31 40 30 50 30C60 30 72 31 78 24C90 8 62 2 50 30Z"),
    fill(DARK_RED, "M42 26C35 14 24 14 28 21C31 25 37 26 42 26Z"),
    fill(DARK_RED, "M58 26C65 14 76 14 72 21C69 25 63 26 58 26Z"),
  ],
  trophy: [
    line(AMBER, 7, "M27 17H10C10 36 17 45 31 47"),
    line(AMBER, 7, "M73 17H90C90 36 83 45 69 47"),
    fill(AMBER, box(44, 58, 12, 20)),
    fill(GOLD, "M24 7H76V36C76 55 65 65 50 65C35 65 24 55 24 36Z"),
    fill(CREAM, spark(46, 32, 16)),
    fill(BRONZE, "M32 76H68L72 86H28Z"),
    fill(INK, box(22, 85, 56, 11)),
  ],
  crown: [
    fill(GOLD, "M10 76L5 27L30 49L50 15L70 49L95 27L90 76Z"),
    fill(AMBER, "M50 15L70 49L95 27L90 76H50Z"),
    fill(BRONZE, box(10, 74, 80, 14)),
    ...[5, 50, 95].map((x) => fill(CREAM, oval(x, x === 50 ? 15 : 26, 5))),
    fill(RED, oval(50, 81, 4.5)),
    fill(BLUE, oval(28, 81, 4.5)),
    fill(GREEN, oval(72, 81, 4.5)),
  ],
  rocket: [
    fill("#ffab1f", "M36 70H64C62 84 57 92 50 98C43 92 38 84 36 70Z"),
    fill("#ffe27a", "M43 70H57C56 79 53 84 50 88C47 84 44 79 43 70Z"),
    fill(RED, "M31 44L13 68V84L33 70Z"),
    fill(DARK_RED, "M69 44L87 68V84L67 70Z"),
    fill("#d3dcea", "M50 2C68 16 74 38 69 72H31C26 38 32 16 50 2Z"),
    fill("#f1f5fb", "M50 2C58 16 61 38 58 72H31C26 38 32 16 50 2Z"),
    fill(RED, "M50 2C58 8 64 16 67 26H33C36 16 42 8 50 2Z"),
    fill("#53627a", oval(50, 43, 11)),
    fill("#8ec5ff", oval(50, 43, 7.5)),
  ],
  bell: [
    fill(BRONZE, oval(50, 87, 11, 10)),
    fill(AMBER, oval(50, 11, 8)),
    fill(
      AMBER,
      "M50 11C30 11 23 28 23 46C23 63 17 69 10 77C8 81 10 85 14 85H86C90 85 92 81 90 77C83 69 77 63 77 46C77 28 70 11 50 11Z",
    ),
    fill(
      GOLD,
      "M46 11C30 13 23 28 23 46C23 63 17 69 10 77C8 81 10 85 14 85H66C70 72 66 58 66 44C66 28 60 14 46 11Z",
    ),
    fill(CREAM, "M34 28C31 35 31 43 30 52C34 50 36 38 40 25C38 24 35 26 34 28Z"),
  ],
  pin: [
    fill(RED, "M50 97C29 68 17 53 17 36C17 17 31 3 50 3C69 3 83 17 83 36C83 53 71 68 50 97Z"),
    fill(DARK_RED, "M50 3C69 3 83 17 83 36C83 53 71 68 50 97Z"),
    fill(WHITE, oval(50, 36, 15)),
  ],
} as const satisfies Readonly<Record<string, readonly StickerPart[]>>;
