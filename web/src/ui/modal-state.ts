/**
 * Whether a modal is open. Keyboard shortcuts of the page behind must ask first: a key pressed
 * in a dialog must not cut a clip under it.
 */
let openCount = 0;

/** Call when a modal opens; call the answer when it has closed. */
export function enterModal(): () => void {
  openCount += 1;
  let left = false;
  return () => {
    if (left) return;
    left = true;
    openCount -= 1;
  };
}

export function isModalOpen(): boolean {
  return openCount > 0;
}
