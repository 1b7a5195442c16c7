import type { RuleText } from '@redoubt/contracts';
import type { UnconditionalDecision } from '@redoubt/fql-editor';
import type { ReactNode } from 'react';
import { UnconditionalNote } from '../../../shared/authoring/publish/UnconditionalNote.tsx';
import { useClauseText } from '../../../shared/authoring/text/shown-clause.ts';

export type AlwaysWarningProps = {
  readonly unconditional: readonly UnconditionalDecision[];
  readonly clauses: RuleText['clauses'];
};

/** Clauses of the rule on the page that reject or challenge every event. */
export const AlwaysWarning = ({ unconditional, clauses }: AlwaysWarningProps): ReactNode => {
  const clauseText = useClauseText();
  const nameOf = (part: string): string => clauseText(clauses.find(({ id }) => id === part)?.name ?? '');
  return unconditional.map(({ part, decision }) => (
    <UnconditionalNote key={part} clause={nameOf(part)} decision={decision} />
  ));
};
