/** Alt+M, whatever letter the layout makes of it. */
export function isMoveKey(event: {
  readonly altKey: boolean;
  readonly nativeEvent: Event;
}): boolean {
  return event.altKey && (event.nativeEvent as globalThis.KeyboardEvent).code === "KeyM";
}
