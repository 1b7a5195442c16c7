import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, joinClasses, Loading, useShortcut } from '@redoubt/ui';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from '../../../../shared/cases/deciding/decision.module.css';

export type PickOption = {
  readonly id: string;
  readonly text: string;
  /** What tells it from others of the same text. */
  readonly detail?: string | undefined;
};

/** One of several, found by typing a few letters and taken by Enter. */
export const PickPane = (props: {
  readonly title: string;
  readonly meta: string;
  /** What is typed, such as the name of a queue. */
  readonly label: string;
  /** Undefined while they are being read. */
  readonly options: readonly PickOption[] | undefined;
  readonly error: Error | null;
  /** What is said where nothing is found. */
  readonly none: string;
  readonly isSending: boolean;
  readonly onText: (text: string) => void;
  readonly onPick: (option: PickOption) => void;
  readonly onCancel: () => void;
}): ReactNode => {
  const { title, meta, label, options, error, none, isSending, onText, onPick, onCancel } = props;
  const common = useText('common');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  useEffect(() => field.current?.focus(), []);
  useShortcut('Escape', common('action.cancel'), onCancel, { inFields: true });
  const count = options?.length ?? 0;
  const chosen = options?.[Math.min(at, count - 1)];
  const optionId = (option: PickOption): string => `${id}-${option.id}`;
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && count > 0) setAt((Math.min(at, count - 1) + step + count) % count);
    else if (event.key !== 'Enter' || !chosen || isSending) return;
    else onPick(chosen);
    event.preventDefault();
  };
  return (
    <section className={styles.pane} aria-label={title}>
      <div className={styles.paneHead}>
        <h2>{title}</h2>
        <span className="soft">{meta}</span>
      </div>
      <input
        ref={field}
        className={styles.time}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen ? optionId(chosen) : undefined}
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
          onText(target.value);
        }}
        onKeyDown={press}
      />
      {error ? <ErrorState error={error} compact /> : null}
      {options === undefined && !error ? <Loading rows={4} rowHeight={32} /> : null}
      <ul id={`${id}-list`} role="listbox" aria-label={label} className={styles.options}>
        {options?.map((option, index) => (
          // Keys are handled by the field, which keeps the focus (combobox pattern).
          <li
            key={option.id}
            id={optionId(option)}
            role="option"
            aria-selected={option === chosen}
            className={joinClasses(styles.reason, styles.option)}
            onMouseMove={() => setAt(index)}
            onClick={() => (isSending ? undefined : onPick(option))}
          >
            <span className="grow min-w-0">{option.text}</span>
            {option.detail === undefined ? null : <span className="soft truncate">{option.detail}</span>}
          </li>
        ))}
      </ul>
      {count === 0 && options !== undefined ? (
        <p className="soft" role="status">
          {none}
        </p>
      ) : null}
      <div className="mt-3">
        <CommandButton
          appearance="outline"
          command={{ id: 'cancel', text: common('action.cancel'), keys: 'Escape', onSelect: onCancel }}
        />
      </div>
    </section>
  );
};
