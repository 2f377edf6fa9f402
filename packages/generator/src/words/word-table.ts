/** The words that the procedural model knows, by what they stand for. */
import type { Motion, Scene, TimeOfDay, Weather } from "./read-prompt.ts";

export type WordTable<K extends string> = readonly (readonly [kind: K, words: readonly string[]])[];

const list = (text: string) => text.trim().split(/\s*,\s*/);

export const SCENE_WORDS: WordTable<Scene> = [
  [
    "sea",
    list(`sea, ocean, wave, beach, coast, shore, tide, harbour, harbor, island, sailing, surf, lake,
      river, bay, lighthouse, boat, ship, whale, 海, 洋, 浪, 沙滩, 岸, 湖, 江, 河, 岛, 船, 潮, 灯塔`),
  ],
  [
    "mountains",
    list(`mountain, peak, summit, alp, alps, ridge, cliff, glacier, valley, canyon, volcano, himalaya,
      aurora, 山, 峰, 岭, 崖, 谷, 冰川, 火山, 雪原, 极光`),
  ],
  [
    "city",
    list(`city, cities, street, skyline, tokyo, shanghai, york, hong kong, downtown, skyscraper, tower,
      building, traffic, rooftop, urban, cyberpunk, metropolis, 城, 都市, 街, 楼, 上海, 香港, 东京,
      重庆, 赛博, 摩天, 霓虹`),
  ],
  [
    "forest",
    list(`forest, wood, woods, woodland, jungle, tree, pine, bamboo, grove, deer, fox, 森林, 树, 林, 竹,
      松, 丛林, 鹿`),
  ],
  [
    "desert",
    list(`desert, dune, sahara, sand, camel, oasis, mars, savanna, 沙漠, 沙丘, 戈壁, 骆驼, 绿洲, 大漠,
      火星`),
  ],
  [
    "space",
    list(`space, planet, galaxy, galaxies, cosmos, cosmic, nebula, astronaut, orbit, universe, saturn,
      spaceship, rocket, asteroid, interstellar, 太空, 宇宙, 星球, 行星, 银河, 星云, 宇航员, 飞船, 火箭`),
  ],
  [
    "meadow",
    list(`meadow, field, grass, flower, hill, prairie, garden, farm, spring, wheat, lavender, firefly,
      fireflies, 草原, 草地, 田, 花, 麦, 丘陵, 花园, 春, 萤火虫`),
  ],
];

export const TIME_WORDS: WordTable<TimeOfDay> = [
  [
    "dawn",
    list("dawn, sunrise, morning, daybreak, pastel, 日出, 黎明, 清晨, 早晨, 晨, 拂晓, 曙光"),
  ],
  [
    "day",
    list(
      "day, daytime, noon, midday, sunny, afternoon, blue sky, 白天, 正午, 中午, 晴, 午后, 蓝天",
    ),
  ],
  [
    "sunset",
    list(`sunset, dusk, evening, golden hour, twilight, golden, autumn, 日落, 黄昏, 傍晚, 夕阳, 晚霞, 金色,
      落日, 秋`),
  ],
  [
    "night",
    list(`night, midnight, moon, moonlight, moonlit, star, starry, dark, aurora, 夜, 月, 星, 午夜, 深夜,
      极光`),
  ],
];

export const WEATHER_WORDS: WordTable<Weather> = [
  ["rain", list("rain, raining, storm, thunder, drizzle, monsoon, 雨, 暴风, 雷")],
  ["snow", list("snow, snowfall, snowing, blizzard, winter, ice, icy, frozen, 雪, 冬, 冰")],
  ["fog", list("fog, foggy, mist, misty, haze, cloud, smoke, 雾, 霾, 烟, 云")],
];

export const MOTION_WORDS: WordTable<Motion> = [
  [
    "push-in",
    list("push in, zoom in, dolly, closer, approach, forward, fly, 推进, 推近, 靠近, 向前, 飞"),
  ],
  ["pull-out", list("pull out, pull back, zoom out, reveal, wide, 拉远, 后退, 远离")],
  ["rise", list("rise, rising, crane, lift, ascend, tilt up, upward, 升起, 上升, 上摇, 升")],
  ["left", list("pan left, leftward, to the left, 左")],
  ["right", list("pan right, rightward, to the right, pan, tracking, drift, 右, 平移, 横移")],
];

export const NEON_WORDS = list("neon, cyberpunk, cyber, synthwave, vaporwave, 霓虹, 赛博");
