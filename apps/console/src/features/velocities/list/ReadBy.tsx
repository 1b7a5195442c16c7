import type { VelocitySetSummary } from '@redoubt/contracts';
import { Fragment, type ReactNode } from 'react';
import { RuleLink } from '../../rules/RuleLink.tsx';

/** The rules that read velocities of a set, each leading to its editor and saying which it reads. */
export const ReadBy = ({ usedBy }: Pick<VelocitySetSummary, 'usedBy'>): ReactNode =>
  usedBy.map(({ ruleId, ruleName, assessment, velocities }, at) => (
    <Fragment key={ruleId}>
      {at > 0 ? ', ' : null}
      <RuleLink assessment={assessment} id={ruleId} name={ruleName} /> ({velocities.join(', ')})
    </Fragment>
  ));
