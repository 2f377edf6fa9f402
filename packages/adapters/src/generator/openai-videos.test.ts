import { generatorCases } from "@cutroom/ports/generator.cases";
import { createOpenAiVideos } from "./openai-videos.ts";
import { openVendorCase } from "./vendor.cases.ts";

generatorCases(() =>
  openVendorCase("openai-videos", createOpenAiVideos, {
    model: "videos-api",
    durationMs: 4_000,
    find: "sure",
    cancel: "unsupported",
    billsModerated: false,
    tellsCost: false,
  }),
);
