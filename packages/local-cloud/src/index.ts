export { LocalCloudError } from "./local-cloud-error.ts";
export type { LocalCloudErrorCode } from "./local-cloud-error.ts";
export { startVendors } from "./vendors/server.ts";
export { SIMULATED_KEY, SIMULATED_SECRET, SIMULATED_SECRET_NEXT } from "./vendors/vendor-env.ts";
export type { VendorControl, Vendors, VendorsOptions } from "./vendors/server.ts";
export type { SimulatedVendor } from "./vendors/dialects.ts";
export { startLocalCloud } from "./start-local-cloud.ts";
export type { LocalCloud, LocalCloudOptions } from "./start-local-cloud.ts";
