import type { ListSummary } from '@redoubt/contracts';
import { Fragment, type ReactNode } from 'react';
import { TextLink } from '../../../shared/resources/TextLink.tsx';

/** Who reads a list, each leading to its editor. */
export const UsedBy = ({ usedBy }: Pick<ListSummary, 'usedBy'>): ReactNode =>
  usedBy.map((user, at) => (
    <Fragment key={user.id}>
      {at > 0 ? ', ' : null}
      <TextLink {...user} />
    </Fragment>
  ));
