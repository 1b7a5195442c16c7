import type { ListDifference } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './lists.module.css';

const MOST_CHANGED = 5;

/** What one content of a list has that another has not: the counts, then the first rows of each kind. */
export const DifferenceReport = ({ difference }: { readonly difference: ListDifference }): ReactNode => {
  const text = useText('lists');
  const formats = useFormats();
  return (
    <Section
      title={text('difference.title')}
      meta={text('difference.meta', {
        added: formats.number(difference.added),
        removed: formats.number(difference.removed),
        unchanged: formats.number(difference.unchanged),
      })}
    >
      {difference.columnsAdded.length > 0 ? (
        <p>{text('difference.columnsAdded', { columns: formats.list(difference.columnsAdded) })}</p>
      ) : null}
      {difference.columnsRemoved.length > 0 ? (
        <p className={styles.warning}>
          {text('difference.columnsRemoved', { columns: formats.list(difference.columnsRemoved) })}
        </p>
      ) : null}
      <ul className={styles.difference}>
        {difference.addedRows.slice(0, MOST_CHANGED).map((row, at) => (
          <li key={`added-${at}`} data-kind="added">
            <span aria-hidden>+</span>
            <span className="visually-hidden">{text('difference.added')}</span> {row.join(', ')}
          </li>
        ))}
        {difference.removedRows.slice(0, MOST_CHANGED).map((row, at) => (
          <li key={`removed-${at}`} data-kind="removed">
            <span aria-hidden>−</span>
            <span className="visually-hidden">{text('difference.removed')}</span> <s>{row.join(', ')}</s>
          </li>
        ))}
      </ul>
    </Section>
  );
};
