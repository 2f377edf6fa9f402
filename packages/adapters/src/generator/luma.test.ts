import { generatorCases } from "@cutroom/ports/generator.cases";
import { createLuma } from "./luma.ts";
import { openVendorCase } from "./vendor.cases.ts";

generatorCases(() =>
  openVendorCase("luma", createLuma, {
    model: "luma-ray-3.2",
    durationMs: 5_000,
    find: "unsupported",
    cancel: "unsupported",
    billsModerated: false,
    tellsCost: false,
  }),
);
