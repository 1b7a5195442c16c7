import type { VelocitySetSummary } from '@redoubt/contracts';
import { Link } from '@redoubt/ui';
import { Fragment, type ReactNode } from 'react';
import { editorHref } from '../../rules/address.ts';

/** The rules that read velocities of a set, each leading to its editor and saying which it reads. */
export const ReadBy = ({ usedBy }: Pick<VelocitySetSummary, 'usedBy'>): ReactNode =>
  usedBy.map(({ ruleId, ruleName, velocities }, at) => (
    <Fragment key={ruleId}>
      {at > 0 ? ', ' : null}
      <Link href={editorHref(ruleId)}>{ruleName}</Link> ({velocities.join(', ')})
    </Fragment>
  ));
