import {
  ArrowDownloadRegular,
  ChevronDownRegular,
  ChevronRightRegular,
  CopyRegular,
  DismissRegular,
} from '@fluentui/react-icons';
import type { EventDetail } from '@redoubt/contracts';
import { useLanguage, useText } from '@redoubt/i18n';
import { closeOnKeys, CommandButton, joinClasses, KeyHint, useCopy, SearchField } from '@redoubt/ui';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { jsonLines, matchingLines, visibleLines } from './json-lines.ts';
import styles from './json.module.css';

const PARTS = ['request', 'response', 'related'] as const;
type Part = (typeof PARTS)[number];

const valueOf = (detail: EventDetail, part: Part): unknown =>
  part === 'related'
    ? detail.related.map(({ kind, id, receivedAt, body }) => ({ kind, id, receivedAt, body }))
    : detail[part];

const download = (name: string, content: string): void => {
  const address = URL.createObjectURL(new Blob([content], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};

const kilobytes = (language: string, value: unknown): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 }).format(
    new Blob([JSON.stringify(value) ?? '']).size / 1000,
  );

/** The bar at the foot of the page: what there is of raw JSON, and the key that opens it. */
export const JsonBar = ({
  detail,
  onOpen,
}: {
  readonly detail: EventDetail;
  readonly onOpen: () => void;
}): ReactNode => {
  const text = useText('events');
  const language = useLanguage();
  return (
    <button type="button" className={styles.bar} aria-expanded={false} onClick={onOpen}>
      <b>{text('json.title')}</b>
      <KeyHint keys="J" />
      {PARTS.map((part) => (
        <span key={part}>
          {text(`json.${part}`)}{' '}
          {part === 'related' ? detail.related.length : kilobytes(language, valueOf(detail, part))}
        </span>
      ))}
    </button>
  );
};

/** Request, response and related events as they were sent: searched, folded, copied, downloaded. */
export const JsonDrawer = ({
  detail,
  onClose,
}: {
  readonly detail: EventDetail;
  readonly onClose: () => void;
}): ReactNode => {
  const text = useText('events');
  const common = useText('common');
  const [part, setPart] = useState<Part>('request');
  const [wanted, setWanted] = useState('');
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const { copied, copy } = useCopy();
  const value = valueOf(detail, part);
  const lines = useMemo(() => jsonLines(value), [value]);
  const matches = useMemo(() => new Set(matchingLines(lines, wanted)), [lines, wanted]);
  const whole = JSON.stringify(value, null, 2) ?? 'null';
  const box = useRef<HTMLElement>(null);
  const [first] = matches;
  useEffect(() => {
    const before = document.activeElement;
    box.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useEffect(() => {
    if (first !== undefined) box.current?.querySelector(`[data-line="${first}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [first]);
  const fold = (at: number): void => {
    const next = new Set(folded);
    if (!next.delete(at)) next.add(at);
    setFolded(next);
  };
  return (
    <section
      ref={box}
      tabIndex={-1}
      className={styles.drawer}
      aria-label={text('json.title')}
      onKeyDown={closeOnKeys(onClose)}
    >
      <div className="flex wrap middle gap-3 flex-none min-h-40 px-4 bg-subtle border-bottom-1">
        <div role="group" aria-label={text('json.title')} className="inline-flex gap-1">
          {PARTS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === part}
              className={styles.part}
              onClick={() => {
                setPart(each);
                setFolded(new Set());
              }}
            >
              {text(`json.${each}`)}
            </button>
          ))}
        </div>
        <SearchField label={text('json.find')} value={wanted} onChange={setWanted} />
        <span role="status" className="soft">
          {wanted.trim() === '' ? '' : text('json.found', { count: matches.size })}
        </span>
        <span className="inline-flex push-end">
          <CommandButton
            command={{
              id: 'copy',
              text: common(copied ? 'action.copied' : 'action.copy'),
              icon: CopyRegular,
              onSelect: () => void copy(whole),
            }}
          />
          <CommandButton
            command={{
              id: 'download',
              text: common('action.download'),
              icon: ArrowDownloadRegular,
              onSelect: () => download(`${detail.eventId}-${part}.json`, whole),
            }}
          />
          <CommandButton
            command={{ id: 'close', text: common('action.close'), icon: DismissRegular, keys: 'J', onSelect: onClose }}
          />
        </span>
      </div>
      <div className="grow min-h-0 py-2 overflow-auto" role="group" aria-label={text(`json.${part}`)} tabIndex={0}>
        {visibleLines(lines, folded).map((at) => {
          const line = lines[at];
          if (!line) return null;
          const isFolded = folded.has(at);
          const Chevron = isFolded ? ChevronRightRegular : ChevronDownRegular;
          return (
            <div key={at} data-line={at} className={joinClasses(styles.line, matches.has(at) && styles.match)}>
              {line.closes === undefined ? (
                <span className={styles.gutter} />
              ) : (
                <button
                  type="button"
                  className={styles.gutter}
                  aria-expanded={!isFolded}
                  aria-label={text('json.fold', { line: at + 1 })}
                  onClick={() => fold(at)}
                >
                  <Chevron fontSize={12} aria-hidden />
                </button>
              )}
              <code>
                {line.text}
                {isFolded ? ` … ${lines[line.closes ?? at]?.text.trim() ?? ''}` : ''}
              </code>
            </div>
          );
        })}
      </div>
    </section>
  );
};
