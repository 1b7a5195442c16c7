import { WarningRegular } from '@fluentui/react-icons';
import type { RuleText } from '@redoubt/contracts';
import type { UnconditionalDecision } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import styles from '../../../shared/authoring/publish/publish.module.css';
import { useClauseText } from '../../../shared/authoring/text/shown-clause.ts';

export type AlwaysWarningProps = {
  readonly unconditional: readonly UnconditionalDecision[];
  readonly clauses: RuleText['clauses'];
};

/** Clauses that reject or challenge every event: told to the person who publishes and to the one who approves. */
export const AlwaysWarning = ({ unconditional, clauses }: AlwaysWarningProps): ReactNode => {
  const text = useText('rules');
  const clauseText = useClauseText();
  const nameOf = (part: string): string => clauseText(clauses.find(({ id }) => id === part)?.name ?? '');
  return unconditional.map(({ part, decision }) => (
    <p key={part} className={styles.always} role="alert">
      <WarningRegular fontSize={16} aria-hidden />
      <span>{text(`review.unconditional.${decision}`, { clause: nameOf(part) })}</span>
    </p>
  ));
};
