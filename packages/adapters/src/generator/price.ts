/** What every adapter says of its models: the table's, for its own vendor alone. */
import { clipModel, vendorEstimateMicros } from "@cutroom/domain";
import type { ClipModel, ModelName, VendorCost, VendorName } from "@cutroom/domain";
import type { GenerateRequest } from "@cutroom/ports";

export function modelsOf(vendor: VendorName) {
  const capabilities = (name: ModelName): ClipModel | null => {
    const model = clipModel(name);
    return model.vendor === vendor ? model : null;
  };
  const estimate = ({
    model,
    durationMs,
  }: Pick<GenerateRequest, "model" | "durationMs">): VendorCost | null => {
    const price = capabilities(model)?.vendorPrice ?? null;
    return price === null
      ? null
      : { amountMicros: vendorEstimateMicros(model, durationMs), currency: price.currency };
  };
  return { capabilities, estimate };
}
