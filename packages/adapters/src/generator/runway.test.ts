import { generatorCases } from "@cutroom/ports/generator.cases";
import { createRunway } from "./runway.ts";
import { openVendorCase } from "./vendor.cases.ts";

generatorCases(() =>
  openVendorCase("runway", createRunway, {
    model: "runway-gen4.5",
    durationMs: 5_000,
    find: "unsupported",
    cancel: "works",
    billsModerated: true,
    tellsCost: true,
  }),
);
