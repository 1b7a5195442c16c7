import type { FunctionSummary } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import styles from './functions.module.css';

/** Functions are named as texts write them. */
const writtenName = (kind: 'rule' | 'function', name: string): string => (kind === 'rule' ? name : `Functions.${name}`);

/** Who reads what of a function. */
export const CallerList = ({ callers }: { readonly callers: FunctionSummary['callers'] }) => {
  const text = useText('functions');
  return (
    <ul className={styles.problems} aria-label={text('calledBy')}>
      {callers.map(({ id, kind, name, properties }) => (
        <li key={id}>
          <b>{writtenName(kind, name)}</b> <span className={styles.soft}>{properties.join(', ')}</span>
        </li>
      ))}
    </ul>
  );
};
