/** A way for sounds to the speakers that is measured on both sides. */

/** Longer than a frame on screen, so that no sample passes between two looks. */
const WINDOW_SAMPLES = 2_048;

export class SoundBus {
  readonly input: GainNode;
  readonly #sides: readonly AnalyserNode[];
  readonly #samples = new Float32Array(WINDOW_SAMPLES);

  constructor(context: BaseAudioContext, output: AudioNode) {
    this.input = new GainNode(context, { channelCount: 2, channelCountMode: "explicit" });
    const split = new ChannelSplitterNode(context, { numberOfOutputs: 2 });
    this.#sides = [0, 1].map((side) => {
      const meter = new AnalyserNode(context, { fftSize: WINDOW_SAMPLES });
      split.connect(meter, side);
      return meter;
    });
    this.input.connect(split);
    this.input.connect(output);
  }

  peaks(): { readonly left: number; readonly right: number } {
    const [left = 0, right = 0] = this.#sides.map((meter) => {
      meter.getFloatTimeDomainData(this.#samples);
      return this.#samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
    });
    return { left, right };
  }
}
