/** How many jobs this process runs at once. */
export interface Slots {
  readonly total: number;
  free(): number;
  /** A release function, or null when every slot is taken. Releasing twice is harmless. */
  take(): (() => void) | null;
}

export function createSlots(total: number): Slots {
  let taken = 0;
  return {
    total,
    free: () => total - taken,
    take() {
      if (taken >= total) return null;
      taken += 1;
      let held = true;
      return () => {
        if (held) taken -= 1;
        held = false;
      };
    },
  };
}
