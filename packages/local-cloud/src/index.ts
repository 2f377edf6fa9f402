export { LocalCloudError } from "./local-cloud-error.ts";
export type { LocalCloudErrorCode } from "./local-cloud-error.ts";
export { startLocalCloud } from "./start-local-cloud.ts";
export type { LocalCloud, LocalCloudOptions } from "./start-local-cloud.ts";
