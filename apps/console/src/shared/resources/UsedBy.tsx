import type { TextUser } from '@redoubt/contracts';
import { Fragment, type ReactNode } from 'react';
import { TextLink } from './TextLink.tsx';

/** What reads a list, each leading to its editor. */
export const UsedBy = ({ usedBy }: { readonly usedBy: readonly TextUser[] }): ReactNode =>
  usedBy.map((user, at) => (
    <Fragment key={user.id}>
      {at > 0 ? ', ' : null}
      <TextLink {...user} />
    </Fragment>
  ));
