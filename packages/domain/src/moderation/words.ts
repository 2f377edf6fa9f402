/**
 * Words that prompts are looked through for, by what they stand for. Data, kept by hand: a word is
 * added with a test of what it must find and what it must leave alone. Matching is in
 * `score-prompt.ts`; what follows from a find is in `policy.ts`.
 */
export const WORD_GROUPS = ["sexual", "minor", "gore", "hate", "self_harm"] as const;
export type WordGroup = (typeof WORD_GROUPS)[number];

/** Bound to a version: scores of one version can be compared, those of two cannot. */
export const WORDS_VERSION = "2026-11-30";

/** Whole words and phrases in languages that put spaces between words; lower case. */
export const SPACED_WORDS: Readonly<Record<WordGroup, readonly string[]>> = {
  sexual: [
    "nude",
    "nudes",
    "nudity",
    "naked",
    "topless",
    "porn",
    "porno",
    "pornographic",
    "pornography",
    "nsfw",
    "hentai",
    "erotic",
    "erotica",
    "genitals",
    "genitalia",
    "orgy",
    "striptease",
    "explicit sex",
    "having sex",
    "sex scene",
    "sexual act",
    "sexual intercourse",
    "sexualized",
    "undressed",
    "lingerie striptease",
  ],
  minor: [
    "child",
    "children",
    "kid",
    "kids",
    "minor",
    "minors",
    "underage",
    "toddler",
    "infant",
    "preteen",
    "teen",
    "teenager",
    "teenage",
    "schoolgirl",
    "schoolboy",
    "little girl",
    "little boy",
    "loli",
    "shota",
  ],
  gore: [
    "gore",
    "gory",
    "beheading",
    "beheaded",
    "decapitated",
    "decapitation",
    "dismembered",
    "dismemberment",
    "disemboweled",
    "mutilated corpse",
    "severed head",
    "snuff film",
    "torture porn",
  ],
  hate: [
    "ethnic cleansing",
    "gas the jews",
    "white power rally",
    "heil hitler",
    "lynching",
    "kkk rally",
    "racial purity",
  ],
  self_harm: [
    "commit suicide",
    "committing suicide",
    "self harm",
    "cutting wrists",
    "slit wrists",
    "hanging himself",
    "hanging herself",
  ],
};

/** Found anywhere in a text of a language without spaces. */
export const UNSPACED_WORDS: Readonly<Record<WordGroup, readonly string[]>> = {
  sexual: ["裸体", "全裸", "裸露", "色情", "情色", "做爱", "性交", "性行为", "脱光", "淫秽"],
  minor: [
    "儿童",
    "小孩",
    "孩子",
    "幼女",
    "女童",
    "男童",
    "未成年",
    "萝莉",
    "正太",
    "小学生",
    "中学生",
  ],
  gore: ["斩首", "肢解", "分尸", "血腥", "虐杀", "断头", "开膛"],
  hate: ["种族清洗", "种族灭绝万岁", "纳粹万岁"],
  self_harm: ["自杀", "自残", "割腕", "上吊自尽"],
};

/** Taken out before anything is looked for: what these say is harmless. */
export const HARMLESS: readonly string[] = [
  "naked eye",
  "naked mole rat",
  "naked mole rats",
  "nude lipstick",
  "nude color",
  "nude colour",
  "nude tones",
  "nude palette",
  "minor key",
  "minor chord",
  "ursa minor",
  "儿童节",
  "血腥玛丽",
];
