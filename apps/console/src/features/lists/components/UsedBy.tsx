import type { ListSummary } from '@redoubt/contracts';
import { Fragment, type ReactNode } from 'react';
import { RuleLink } from '../../rules/RuleLink.tsx';

/** The rules that read a list, each leading to its editor. */
export const UsedBy = ({ usedBy }: Pick<ListSummary, 'usedBy'>): ReactNode =>
  usedBy.map(({ ruleId, ruleName, assessment }, at) => (
    <Fragment key={ruleId}>
      {at > 0 ? ', ' : null}
      <RuleLink assessment={assessment} id={ruleId} name={ruleName} />
    </Fragment>
  ));
