import type { VelocitySetSummary } from '@redoubt/contracts';
import { Fragment, type ReactNode } from 'react';
import { TextLink } from '../../../shared/resources/TextLink.tsx';

/** Who reads velocities of a set, each leading to its editor and saying which it reads. */
export const ReadBy = ({ usedBy }: Pick<VelocitySetSummary, 'usedBy'>): ReactNode =>
  usedBy.map(({ velocities, ...user }, at) => (
    <Fragment key={user.id}>
      {at > 0 ? ', ' : null}
      <TextLink {...user} /> ({velocities.join(', ')})
    </Fragment>
  ));
