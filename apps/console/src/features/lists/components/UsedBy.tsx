import type { ListSummary } from '@redoubt/contracts';
import { Link } from '@redoubt/ui';
import { Fragment, type ReactNode } from 'react';
import { editorHref } from '../../rules/address.ts';

/** The rules that read a list, each leading to its editor. */
export const UsedBy = ({ usedBy }: Pick<ListSummary, 'usedBy'>): ReactNode =>
  usedBy.map(({ ruleId, ruleName }, at) => (
    <Fragment key={ruleId}>
      {at > 0 ? ', ' : null}
      <Link href={editorHref(ruleId)}>{ruleName}</Link>
    </Fragment>
  ));
