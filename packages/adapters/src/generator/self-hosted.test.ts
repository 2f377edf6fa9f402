import { generatorCases } from "@cutroom/ports/generator.cases";
import { createSelfHosted } from "./self-hosted.ts";
import { openVendorCase } from "./vendor.cases.ts";

generatorCases(() =>
  openVendorCase("self-hosted", createSelfHosted, {
    model: "self-hosted",
    durationMs: 5_000,
    find: "sure",
    cancel: "works",
    billsModerated: false,
    tellsCost: true,
  }),
);
