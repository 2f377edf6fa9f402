/** Context time that leaves the speaker now, smooth between the sound card's own steps. */
import type { AudioTime } from "./clock.ts";

type Card = Pick<
  AudioContext,
  "state" | "currentTime" | "baseLatency" | "outputLatency" | "getOutputTimestamp"
>;

export class HeardTime {
  readonly #card: Card;
  readonly #nowMs: () => number;
  #lastS = 0;

  constructor(card: Card, nowMs: () => number) {
    this.#card = card;
    this.#nowMs = nowMs;
  }

  /** Never goes back while running, and never ahead of what was handed to the card. */
  read(): AudioTime {
    const card = this.#card;
    const running = card.state === "running";
    const heardS = Math.min(card.currentTime, Math.max(this.#lastS, this.#estimateS()));
    this.#lastS = heardS;
    return { running, heardS };
  }

  #estimateS(): number {
    const { contextTime = 0, performanceTime = 0 } = this.#card.getOutputTimestamp();
    if (performanceTime > 0) return contextTime + (this.#nowMs() - performanceTime) / 1000;
    // Browsers that do not know say 0 or nothing.
    return this.#card.currentTime - (this.#card.outputLatency || this.#card.baseLatency || 0);
  }
}
