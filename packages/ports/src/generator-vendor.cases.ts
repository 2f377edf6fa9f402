/** What the suite of generators is given: a generator, and its vendor with its books open. */
import type { ModelName } from "@cutroom/domain";
import type { Callback, Generator } from "./generator.ts";

/** The vendor as its own books show it. */
export interface VendorSide {
  /** Makes the next request, job, poll or callback go wrong, by name. */
  fault(name: string): void;
  jobs(): readonly {
    readonly job: { readonly id: string; readonly pictures: readonly unknown[] };
    readonly stage: string;
    readonly billedMicros: number;
  }[];
  rotateKeys(): void;
}

export interface GeneratorCase {
  readonly generator: Generator;
  /** The same, that waits for no answer for longer than half a second. */
  readonly hasty: Generator;
  /** The same vendor with a key that it does not know. */
  readonly stranger: Generator;
  /** The same, where nobody listens. */
  readonly nobody: Generator;
  readonly model: ModelName;
  readonly durationMs: number;
  readonly vendor: VendorSide;
  /** Moves the vendor's clock. A job waits for 1 s and works for 4 s. */
  readonly advance: (ms: number) => void;
  /** Addresses of a picture, and of half of one. */
  readonly pictures: { readonly whole: string; readonly broken: string };
  readonly find: "sure" | "unsupported";
  readonly cancel: "works" | "while-queued" | "unsupported";
  /** What is on the invoice for a clip that moderation refused. */
  readonly billsModerated: boolean;
  readonly tellsCost: boolean;
  /** What the vendor sends about a job; null: it calls nobody back. */
  readonly hear: ((jobId: string) => Promise<Callback>) | null;
  readonly close: () => Promise<void>;
}
