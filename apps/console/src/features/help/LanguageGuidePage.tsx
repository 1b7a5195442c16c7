import { EXAMPLE_EVENT } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { NoResult, Section, SearchField } from '@redoubt/ui';
import { useMemo } from 'react';
import { z } from 'zod';
import { useAddress } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { GuideEntryRow } from './components/GuideEntryRow.tsx';
import styles from './components/help.module.css';
import { findEntries } from './find-entries.ts';
import { useGuide } from './use-guide.ts';

const address = z.object({ find: z.string().optional().catch(undefined) });

const anchorOf = (section: string): string => `guide-${section}`;

const showSection = (section: string): void => {
  const target = document.getElementById(anchorOf(section));
  target?.scrollIntoView({ block: 'start' });
  target?.focus({ preventScroll: true });
};

/** The rule language to look things up in, from the same tables as checker, completion and hover. */
export const LanguageGuidePage = () => {
  const text = useText('help');
  const [{ find = '' }, update] = useAddress(address);
  const guide = useGuide();
  const shown = useMemo(() => findEntries(guide, find), [guide, find]);
  const count = shown.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <ConsolePage
      title={text('title')}
      bleed
      commandsEnd={
        <SearchField
          label={text('find')}
          value={find}
          onChange={(value) => update({ find: value === '' ? undefined : value }, { replace: true })}
        />
      }
      aside={<span role="status">{text('count', { count })}</span>}
    >
      <div className={styles.page}>
        <nav className={styles.sections} aria-label={text('sectionsLabel')}>
          <ul>
            {shown.map(({ id, entries }) => (
              <li key={id}>
                <a
                  href={`#${anchorOf(id)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    showSection(id);
                  }}
                >
                  {text(`section.${id}`)} <span>{entries.length}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.main}>
          <p className="prose mb-2 quiet">{text('intro')}</p>
          <details className={styles.event}>
            <summary>{text('event')}</summary>
            <pre>{JSON.stringify(EXAMPLE_EVENT, null, 2)}</pre>
          </details>
          {shown.length === 0 ? <NoResult title={text('nothing')} body={text('nothingBody')} /> : null}
          {shown.map(({ id, entries }) => (
            <div key={id} id={anchorOf(id)} tabIndex={-1} className={styles.section}>
              <Section title={text(`section.${id}`)} meta={text('count', { count: entries.length })}>
                <dl className="m-0">
                  {entries.map((entry) => (
                    <GuideEntryRow key={entry.id} entry={entry} />
                  ))}
                </dl>
              </Section>
            </div>
          ))}
        </div>
      </div>
    </ConsolePage>
  );
};
