/** Loaded before a farm whose clock is to be wrong by CHAOS_CLOCK_OFFSET_MS. */
const offsetMs = Number(process.env.CHAOS_CLOCK_OFFSET_MS ?? 0);
const RealDate = Date;
const now = () => RealDate.now() + offsetMs;

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(now());
    else super(...args);
  }
  static now() {
    return now();
  }
};
