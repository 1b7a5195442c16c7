import { SearchRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { joinClasses, KeyHint } from '@redoubt/ui';
import { useEffect, useId, useReducer, useRef, useState, type KeyboardEvent } from 'react';
import type { ShellPanel } from '../shell/shell-panel.ts';
import { lazyComponent } from '../routes/lazy-component.tsx';
import { PageBoundary } from '../routes/PageBoundary.tsx';
import { findItems, keptFound, type FoundItems, type PaletteItem } from './palette-items.ts';
import styles from './palette.module.css';
import { usePaletteItems } from './use-palette-items.ts';

const MAX_SHOWN = 40;
const NOTHING: FoundItems = { events: [], resources: [] };

/** What it needs to know of rules, lists and events is not part of the start. */
const PaletteFinder = lazyComponent(
  async () => (await import('./PaletteFinder.tsx')).PaletteFinder,
  () => null,
);

/** Loads what the palette finds with, ahead of its use. */
export const preloadPalette = { preload: PaletteFinder.preload };

/** Position after a key, within the list. */
const moved = (key: string, at: number, count: number): number | null => {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'PageDown') return Math.min(at + 10, count - 1);
  if (key === 'PageUp') return Math.max(at - 10, 0);
  return null;
};

const Line = ({ item }: { readonly item: PaletteItem }) => {
  const text = useText('shell');
  return (
    <>
      <span className="overflow-hidden ellipsis">{item.text}</span>
      {item.context ? <span className="soft min-w-0 overflow-hidden ellipsis">{item.context}</span> : null}
      {item.keys ? <KeyHint keys={item.keys} /> : null}
      <span className="soft push-end">{text(`palette.group.${item.group}`)}</span>
    </>
  );
};

export type CommandPaletteProps = {
  readonly onClose: () => void;
  readonly onPanel: (panel: ShellPanel) => void;
};

/** Pages, environments, actions and events by typing a few letters. */
export const CommandPalette = ({ onClose, onPanel }: CommandPaletteProps) => {
  const text = useText('shell');
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const [known, setKnown] = useReducer(keptFound, NOTHING);
  const found = findItems(usePaletteItems(known, onPanel), words).slice(0, MAX_SHOWN);
  const chosen = found[Math.min(at, found.length - 1)];
  const optionId = (item: PaletteItem): string => `${id} ${item.group} ${item.id}`.replaceAll(' ', '-');

  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element && !element.open) element.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  useEffect(() => {
    if (chosen) document.getElementById(optionId(chosen))?.scrollIntoView({ block: 'nearest' });
  });

  const run = (item: PaletteItem): void => {
    onClose();
    // After the palette has given the focus back, so that what opens next can take it.
    setTimeout(item.run);
  };
  const press = (event: KeyboardEvent): void => {
    const next = found.length > 0 ? moved(event.key, at, found.length) : null;
    if (next !== null) {
      event.preventDefault();
      setAt(next);
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      run(chosen);
    }
  };

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={text('palette.title')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <PageBoundary resetKey={words} onRetry={PaletteFinder.preload}>
        <PaletteFinder words={words} onFound={setKnown} />
      </PageBoundary>
      <div className={styles.field}>
        <SearchRegular fontSize={16} aria-hidden />
        <input
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen ? optionId(chosen) : undefined}
          aria-autocomplete="list"
          aria-label={text('palette.placeholder')}
          placeholder={text('palette.placeholder')}
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
        <KeyHint keys="Esc" />
      </div>
      <ul
        id={`${id}-list`}
        className="grow min-h-0 m-0 py-1 px-0 overflow-auto plain"
        role="listbox"
        aria-label={text('palette.title')}
      >
        {found.map((item, index) => (
          // Keys are handled by the field, which keeps the focus (combobox pattern).
          <li
            key={`${item.group} ${item.id}`}
            id={optionId(item)}
            role="option"
            aria-selected={item === chosen}
            className={joinClasses(styles.item, item === chosen && styles.chosen)}
            onMouseMove={() => setAt(index)}
            onClick={() => run(item)}
          >
            <Line item={item} />
          </li>
        ))}
      </ul>
      {found.length === 0 ? (
        <p className="px-3 pt-2 pb-4 muted" role="status">
          {text('palette.none')}
        </p>
      ) : null}
    </dialog>
  );
};
