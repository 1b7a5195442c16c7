import type { ChangeDetail } from '@redoubt/contracts';
import { useHasText, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { PartLines } from '../../shared/authoring/diff/PartLines.tsx';
import { changeLines } from './change-lines.ts';
import styles from './changes.module.css';

type Difference = ChangeDetail['differences'][number];

const numberOf = (value: unknown, member: string): number => {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, member) : undefined;
  return typeof found === 'number' ? found : 0;
};

const textIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'text' in value ? value.text : value;

const isHash = (value: unknown): boolean => typeof value === 'object' && value !== null && 'hash' in value;

/** What configuration files make of one resource: its text line by line, rows of lists counted. */
const OfFile = ({ difference }: { readonly difference: Difference }): ReactNode => {
  const text = useText('changes');
  const { original, modified } = difference;
  if (original === null && modified === null) return <p className={styles.soft}>{text('files.unreadable')}</p>;
  const texts = { original: textIn(original), modified: textIn(modified) };
  const isData = [original, modified].some((value) => typeof value === 'object' && value !== null && 'rows' in value);
  return (
    <>
      {isHash(texts.original) || isHash(texts.modified) ? (
        <p className={styles.soft}>{text('files.long')}</p>
      ) : (
        <PartLines lines={changeLines(texts)} layout="unified" />
      )}
      {isData ? (
        <p className={styles.soft}>
          {text('files.rows', {
            added: numberOf(modified, 'rowsAdded'),
            removed: numberOf(modified, 'rowsRemoved'),
          })}
        </p>
      ) : null}
    </>
  );
};

/** What a change makes of one record; of an import, how much it changes. */
export const DifferenceText = (props: { readonly difference: Difference; readonly prunes: boolean }): ReactNode => {
  const { difference, prunes } = props;
  const text = useText('changes');
  const isOfFile = useHasText('inventory');
  if (isOfFile(`kind.${difference.type}`)) return <OfFile difference={difference} />;
  if (difference.type === 'Configuration') {
    const { modified } = difference;
    const counts = {
      added: numberOf(modified, 'added'),
      changed: numberOf(modified, 'changed'),
      removed: numberOf(modified, 'removed'),
    };
    return (
      <p>
        {text('files.summary', counts)} {text(prunes ? 'files.prune' : 'files.keep')}
      </p>
    );
  }
  return <PartLines lines={changeLines(difference)} layout="unified" />;
};
