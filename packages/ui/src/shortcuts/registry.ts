import { createSubscribers } from '../subscribers.ts';

export type Shortcut = {
  readonly keys: string;
  /** What it does, in words; empty keeps it out of the overview. */
  readonly text: string;
  readonly always: boolean;
  readonly inFields: boolean;
  /** Gives way to every other shortcut of the same keys, whichever came last. */
  readonly yields?: boolean;
  /** Null where the component that has the focus answers the key itself: it is only listed. */
  readonly run: (() => void) | null;
};

type RunningShortcut = Shortcut & { readonly run: () => void };

export type Registry = {
  readonly add: (shortcut: Shortcut) => () => void;
  readonly enable: (enabled: boolean) => void;
  readonly handle: (event: KeyboardEvent) => void;
  readonly list: () => readonly Shortcut[];
  readonly subscribe: (changed: () => void) => () => void;
};

const SEQUENCE_MS = 1200;

const FIELDS = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="textbox"]';

const isInField = (target: EventTarget | null): boolean =>
  typeof Element !== 'undefined' && target instanceof Element && target.closest(FIELDS) !== null;

/** One key as it is written in `keys`: `Ctrl K`, `?`, `j`, `Escape`. */
const chordOf = (event: KeyboardEvent): string => {
  // Many layouts write `[` and `]` with AltGr, which Windows reports as Ctrl with Alt: the sign alone is meant.
  if (event.key.length === 1 && event.getModifierState('AltGraph')) return event.key;
  const control = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 && control ? event.key.toUpperCase() : event.key;
  return [control && 'Ctrl', event.altKey && 'Alt', event.shiftKey && key.length > 1 && 'Shift', key]
    .filter(Boolean)
    .join(' ');
};

/**
 * Keeps the shortcuts offered by what is on the screen. A sequence such as `g s` is two presses within a second or so;
 * a press that completes nothing starts anew.
 */
export const createRegistry = (): Registry => {
  let shortcuts: readonly Shortcut[] = [];
  let enabled = true;
  let first: { readonly key: string; readonly atMs: number } | null = null;
  const { subscribe, notify } = createSubscribers();

  const replace = (next: readonly Shortcut[]): void => {
    shortcuts = next;
    notify();
  };

  const fits = (shortcut: Shortcut, keys: string, inField: boolean): shortcut is RunningShortcut =>
    shortcut.run !== null && shortcut.keys === keys && (enabled || shortcut.always) && (!inField || shortcut.inFields);

  return {
    add: (shortcut) => {
      replace(shortcut.yields ? [shortcut, ...shortcuts] : [...shortcuts, shortcut]);
      return () => replace(shortcuts.filter((one) => one !== shortcut));
    },
    enable: (next) => {
      enabled = next;
    },
    handle: (event) => {
      if (event.defaultPrevented || event.isComposing || event.key === 'Shift' || event.key === 'Control') return;
      const chord = chordOf(event);
      const inField = isInField(event.target);
      const sequence = first && event.timeStamp - first.atMs < SEQUENCE_MS ? `${first.key} ${chord}` : null;
      first = null;
      const found =
        (sequence ? shortcuts.findLast((one) => fits(one, sequence, inField)) : undefined) ??
        shortcuts.findLast((one) => fits(one, chord, inField));
      if (found) {
        event.preventDefault();
        found.run();
        return;
      }
      if (!inField && chord.length === 1) first = { key: chord, atMs: event.timeStamp };
    },
    list: () => shortcuts,
    subscribe,
  };
};
