import type { Dialect, Site } from "./dialect.ts";
import type { SimulatedVendor } from "./dialects.ts";
import type { FaultPlan } from "./faults.ts";
import type { JobBook } from "./job-book.ts";

/** All that belongs to one simulated vendor. */
export interface Office {
  readonly name: SimulatedVendor;
  readonly dialect: Dialect;
  readonly book: JobBook;
  readonly faults: FaultPlan;
  readonly site: () => Site;
}
