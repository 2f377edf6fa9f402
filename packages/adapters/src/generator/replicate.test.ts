import { generatorCases } from "@cutroom/ports/generator.cases";
import { createReplicate } from "./replicate.ts";
import { openVendorCase } from "./vendor.cases.ts";

generatorCases(() =>
  openVendorCase("replicate", createReplicate, {
    model: "wan-2.2",
    durationMs: 5_000,
    find: "sure",
    cancel: "works",
    billsModerated: false,
    tellsCost: false,
  }),
);
