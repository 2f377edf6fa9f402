import { generatorCases } from "@cutroom/ports/generator.cases";
import { createVeo } from "./veo.ts";
import { openVendorCase } from "./vendor.cases.ts";

generatorCases(() =>
  openVendorCase("veo", createVeo, {
    model: "veo-3.1-fast",
    durationMs: 8_000,
    find: "unsupported",
    cancel: "unsupported",
    billsModerated: false,
    tellsCost: false,
  }),
);
