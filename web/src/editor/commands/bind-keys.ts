import { tinykeys } from "tinykeys";
import { COMMANDS, canRun } from "../commands.ts";
import type { Keymap } from "./keymap.ts";
import type { EditorEnv } from "../session/editor-env.ts";

interface KeyPress {
  readonly key: string;
  readonly isComposing: boolean;
  readonly defaultPrevented: boolean;
  readonly target: EventTarget | null;
}

const TYPING = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]";
const OWN_KEYS = "[role=menu], [role=menubar], [role=dialog], [role=alertdialog]";
/** What moves the border between two panels, which keeps the focus when it was dragged. */
const BORDER_KEYS = new Set([
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "ArrowDown",
  "Home",
  "End",
  "Enter",
]);
const ACTIVATE = new Set([" ", "Enter"]);

/**
 * Whether a key press belongs to something else than the editor: a text field (F139), a dialog,
 * a menu, an input method, a border that arrows move, or a focused button that Space and Enter
 * press.
 */
export function isElsewhere(event: KeyPress, modalOpen: boolean): boolean {
  if (modalOpen || event.isComposing || event.defaultPrevented) return true;
  const target = event.target as Partial<Element> | null;
  if (target?.closest === undefined) return false;
  if (target.closest(TYPING) !== null || target.closest(OWN_KEYS) !== null) return true;
  if (BORDER_KEYS.has(event.key) && target.closest("[role=separator]") !== null) return true;
  return ACTIVATE.has(event.key) && target.closest("button, a[href], summary") !== null;
}

/** Binds every command's keys to `window`; the answer unbinds them. */
export function bindKeys(
  env: EditorEnv,
  keymap: Keymap,
  target: Window,
  modalOpen: () => boolean,
): () => void {
  const bindings = COMMANDS.flatMap((command) =>
    (keymap.get(command.id) ?? []).map((keys) => [
      keys,
      (event: KeyboardEvent) => {
        // Also when it cannot run now: Ctrl+S must never open the browser's own dialog.
        event.preventDefault();
        if (event.repeat && command.once === true) return;
        const state = env.store.getState();
        if (canRun(command, state)) command.run(env);
        else if (command.writes === true && state.role === "reader") {
          env.speak.refused({ code: "editor.read-only" });
        }
      },
    ]),
  );
  return tinykeys(
    target,
    Object.fromEntries(bindings) as Record<string, (event: KeyboardEvent) => void>,
    {
      ignore: (event) => isElsewhere(event, modalOpen()),
    },
  );
}
