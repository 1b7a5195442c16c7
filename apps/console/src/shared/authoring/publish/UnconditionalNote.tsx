import { WarningRegular } from '@fluentui/react-icons';
import type { UnconditionalClause } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import styles from './publish.module.css';

export type UnconditionalNoteProps = Pick<UnconditionalClause, 'clause' | 'decision'> & {
  /** Named where the page is about more than this rule. */
  readonly rule?: string;
};

/** A clause that rejects or challenges every event: shown to the person who publishes and to the one who approves. */
export const UnconditionalNote = ({ rule, clause, decision }: UnconditionalNoteProps): ReactNode => {
  const text = useText('rules');
  return (
    <p className={styles.always} role="alert">
      <WarningRegular fontSize={16} aria-hidden />
      <span>
        {rule === undefined ? null : <b>{rule}: </b>}
        {text(`review.unconditional.${decision}`, { clause })}
      </span>
    </p>
  );
};
