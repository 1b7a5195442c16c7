import { ArrowResetRegular } from '@fluentui/react-icons';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, shortenMiddle } from '@redoubt/ui';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { SearchRow } from '@redoubt/contracts';
import { leafCount } from './sample-value.ts';
import { PayloadEditor } from './PayloadEditor.tsx';
import { RealEventPicker } from './RealEventPicker.tsx';
import styles from './sample.module.css';
import { UsedValues } from './UsedValues.tsx';

export type SamplePaneProps = {
  readonly sample: unknown;
  /** The sample as it was when the rule was opened: what Revert goes back to. */
  readonly original: unknown;
  /** Attribute paths the rule reads. */
  readonly used: readonly string[];
  readonly readOnly: boolean;
  readonly onChange: (sample: unknown) => void;
  /** True while the payload as typed is no JSON object. */
  readonly onBroken: (broken: boolean) => void;
  /** Whether the picker of real events is open; it lives with the command that opens it. */
  readonly picking: boolean;
  readonly onPick: (picking: boolean) => void;
};

const TABS = ['used', 'payload'] as const;
type Tab = (typeof TABS)[number];

/** Example data the rule is tried on: the values it reads, or the whole payload as JSON. */
export const SamplePane = (props: SamplePaneProps) => {
  const { sample, original, used, readOnly, onChange, onBroken, picking, onPick } = props;
  const text = useText('rules');
  const common = useText('common');
  const formats = useFormats();
  const id = useId();
  const [tab, setTab] = useState<Tab>('used');
  /** The event the sample was filled from, and what it was then. */
  const [filled, setFilled] = useState<{ readonly event: SearchRow; readonly payload: unknown } | null>(null);
  const tabs = useRef<HTMLDivElement>(null);
  const edited = sample !== original && JSON.stringify(sample) !== JSON.stringify(original);
  const choose = (next: Tab) => {
    setTab(next);
    onBroken(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    choose(tab === 'used' ? 'payload' : 'used');
    requestAnimationFrame(() => tabs.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
  };
  return (
    <section className="min-w-0 border-bottom-1" aria-label={text('sample.title')}>
      <div className={styles.head}>
        <div ref={tabs} role="tablist" aria-label={text('sample.title')} className={styles.tabs}>
          {TABS.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-controls={`${id}-panel`}
              aria-selected={tab === name}
              tabIndex={tab === name ? 0 : -1}
              className={styles.tab}
              onClick={() => choose(name)}
              onKeyDown={onKeyDown}
            >
              {text(name === 'used' ? 'sample.usedTab' : 'sample.payloadTab')}
            </button>
          ))}
        </div>
        <div className={styles.headEnd}>
          <span>
            {text('sample.count', { used: formats.number(used.length), all: formats.number(leafCount(sample)) })}
          </span>
          {edited && !readOnly ? (
            <CommandButton
              command={{
                id: 'revert',
                text: text('sample.revert'),
                icon: ArrowResetRegular,
                onSelect: () => {
                  setFilled(null);
                  onChange(original);
                },
              }}
            />
          ) : null}
        </div>
      </div>
      {picking ? (
        <RealEventPicker
          onFill={(payload, event) => {
            setFilled({ payload, event });
            onChange(payload);
          }}
          onClose={() => onPick(false)}
        />
      ) : null}
      {filled === null ? null : (
        <p className="quiet-small py-1 px-4" role="status">
          {text(sample === filled.payload ? 'sample.fromEvent' : 'sample.fromEventEdited', {
            id: shortenMiddle(filled.event.eventId, 24),
            customer: filled.event.userName ?? filled.event.email ?? filled.event.userId ?? common('value.unknown'),
          })}
        </p>
      )}
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} className="pb-2">
        {tab === 'used' ? (
          <UsedValues sample={sample} original={original} used={used} readOnly={readOnly} onChange={onChange} />
        ) : (
          <div className="px-4">
            <PayloadEditor sample={sample} readOnly={readOnly} onChange={onChange} onBroken={onBroken} />
          </div>
        )}
      </div>
    </section>
  );
};
