/** The fonts that titles are drawn with, pinned by content: other bytes are other pixels. */

/** In the order in which they are asked for a character. */
export const FAMILIES = [
  "Inter",
  "Noto Sans Arabic",
  "Noto Sans SC",
  "Noto Sans KR",
  "Noto Emoji",
] as const;
export type FontFamily = (typeof FAMILIES)[number];

export interface TitleFontFile {
  readonly family: FontFamily;
  readonly weight: 400 | 600 | 700;
  readonly fileName: string;
  /** Where Node resolves it; a web build copies it from here to its static files. */
  readonly module: string;
  readonly bytes: number;
  readonly sha256: string;
}

export const titleFontFiles: readonly TitleFontFile[] = [
  {
    family: "Inter",
    weight: 400,
    fileName: "Inter_400Regular.ttf",
    module: "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
    bytes: 342408,
    sha256: "a414b48aa577ef2c62ebb135341ddeef33ee26a4f5dc9f787f93c1aab08ebb50",
  },
  {
    family: "Inter",
    weight: 600,
    fileName: "Inter_600SemiBold.ttf",
    module: "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf",
    bytes: 343632,
    sha256: "f30e9d2574c3bec5144347ff965f9841c8f06857f0b7383000f8c9489a161841",
  },
  {
    family: "Inter",
    weight: 700,
    fileName: "Inter_700Bold.ttf",
    module: "@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf",
    bytes: 344072,
    sha256: "fbe825cbfc749317f57a1433d3905aa9d3f388732fd29b8e8a36f34845e3bc3e",
  },
  {
    family: "Noto Sans Arabic",
    weight: 400,
    fileName: "NotoSansArabic_400Regular.ttf",
    module: "@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf",
    bytes: 194176,
    sha256: "252629ca0e87b6233851249b8cbf7b43445211a8caf199f1b306a19202251508",
  },
  {
    family: "Noto Sans Arabic",
    weight: 600,
    fileName: "NotoSansArabic_600SemiBold.ttf",
    module: "@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf",
    bytes: 194460,
    sha256: "35e3c8bd9e17754ca30497fcd4a82921ee672c0e36a5e2b9aad7ed4b8d92e427",
  },
  {
    family: "Noto Sans Arabic",
    weight: 700,
    fileName: "NotoSansArabic_700Bold.ttf",
    module: "@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf",
    bytes: 194380,
    sha256: "a86a704ff8b315082f4859b04c2f8f746f4cefb14553ef10505f143e0d4829d3",
  },
  {
    family: "Noto Sans SC",
    weight: 400,
    fileName: "NotoSansSC_400Regular.ttf",
    module: "@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf",
    bytes: 10559284,
    sha256: "d45f67f0a7c0ca3f256950777ce6a61cc7ce5f9696d02900cbbaac25f8aa7d16",
  },
  {
    family: "Noto Sans SC",
    weight: 700,
    fileName: "NotoSansSC_700Bold.ttf",
    module: "@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf",
    bytes: 10549020,
    sha256: "9a38ae0ab28cd5a256f9ea8e00dedc688aac17f7915fcb000572990afa956b96",
  },
  {
    family: "Noto Sans KR",
    weight: 400,
    fileName: "NotoSansKR_400Regular.ttf",
    module: "@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf",
    bytes: 6185868,
    sha256: "8cbc9b353bb9ce848fd69bb6a507319dfacc659cf5fd643db5d88f3c4970e1dd",
  },
  {
    family: "Noto Sans KR",
    weight: 700,
    fileName: "NotoSansKR_700Bold.ttf",
    module: "@expo-google-fonts/noto-sans-kr/700Bold/NotoSansKR_700Bold.ttf",
    bytes: 6183932,
    sha256: "4ffa20c272ae6d689f7c8d34ff9c8039a326e9c334d9fc8852b2a7396227d077",
  },
  {
    family: "Noto Emoji",
    weight: 400,
    fileName: "NotoEmoji_400Regular.ttf",
    module: "@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf",
    bytes: 886572,
    sha256: "24aaa2a20c9c06ffe9bf04284bfd1f14376a329d10122f902abe2770817eb504",
  },
  {
    family: "Noto Emoji",
    weight: 700,
    fileName: "NotoEmoji_700Bold.ttf",
    module: "@expo-google-fonts/noto-emoji/700Bold/NotoEmoji_700Bold.ttf",
    bytes: 885128,
    sha256: "4a3232c18f9c6312d34eb5b3ddc670c2060ff15f42d584c8aca331b6205c6ad9",
  },
];

/** The file of a family for a weight: the lightest that is not lighter, else the heaviest. */
export function fontFileFor(family: FontFamily, weight: 400 | 600 | 700): TitleFontFile {
  const files = titleFontFiles.filter((file) => file.family === family);
  const found = files.find((file) => file.weight >= weight) ?? files.at(-1);
  if (!found) throw new Error(`no font file of ${family}`);
  return found;
}
