import { generatorCases } from "@cutroom/ports/generator.cases";
import { createFal } from "./fal.ts";
import { openVendorCase } from "./vendor.cases.ts";

generatorCases(() =>
  openVendorCase("fal", createFal, {
    model: "kling-3",
    durationMs: 5_000,
    find: "unsupported",
    cancel: "while-queued",
    billsModerated: false,
    tellsCost: false,
  }),
);
