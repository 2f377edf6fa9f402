import type { Queue, QueuePublish } from "@cutroom/ports";
import type { Faults } from "./faults.ts";
import type { Scheduler } from "./scheduler.ts";
import { InjectedFault } from "./sessions.ts";

/** Swallows ids it knows, loses, repeats, delays and reorders what it takes (C7). */
export class FakeQueue implements Queue {
  isDown = false;
  /** Hands a message over; false asks for another try. */
  deliver: (body: string) => Promise<boolean> = async () => true;
  readonly #known = new Set<string>();
  readonly #scheduler: Scheduler;
  readonly #faults: Faults;

  constructor(scheduler: Scheduler, faults: Faults) {
    this.#scheduler = scheduler;
    this.#faults = faults;
  }

  async publish(message: QueuePublish): Promise<{ messageId: string }> {
    const { flow } = this.#scheduler;
    await this.#scheduler.turn(`publish ${message.deduplicationId}`);
    const trouble = this.#faults.trouble();
    if (this.isDown || trouble === "before") {
      flow.hurt = true;
      throw new InjectedFault("the queue does not answer");
    }
    if (!this.#known.has(message.deduplicationId)) {
      this.#known.add(message.deduplicationId);
      const copies = this.#faults.happens(8) ? 0 : this.#faults.happens(8) ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) this.#send(message);
    }
    if (trouble === "after") {
      flow.hurt = true;
      throw new InjectedFault("the queue took it and did not say so");
    }
    return { messageId: message.deduplicationId };
  }

  async schedule(): Promise<void> {
    await this.#scheduler.turn("schedule");
  }

  #send(message: QueuePublish): void {
    const { random } = this.#scheduler;
    const lateMs = this.#faults.happens(4) ? random.between(1_000, 90_000) : random.between(5, 200);
    const body = message.body;
    void this.#scheduler.start("delivery", null, async () => {
      let waitMs = (message.delayS ?? 0) * 1_000 + lateMs;
      for (let left = message.retries ?? 0; left >= 0; left -= 1) {
        await this.#scheduler.sleep(waitMs, `deliver ${message.deduplicationId}`);
        if (await this.deliver(body)) return;
        waitMs = 12_000;
      }
    });
  }
}
