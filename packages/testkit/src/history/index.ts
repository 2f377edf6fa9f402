export { findWrongRead } from "./check-reads.ts";
export type { BalanceRead, KnownWrite } from "./check-reads.ts";
export { findOrder } from "./find-order.ts";
export type { Operation } from "./find-order.ts";
export { keyModel } from "./key-model.ts";
export type { KeyAnswer } from "./key-model.ts";
export { leaseModel } from "./lease-model.ts";
export type { LeaseMove } from "./lease-model.ts";
