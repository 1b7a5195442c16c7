import type { VelocitySetDetail } from '@redoubt/contracts';
import {
  HistoryCompare,
  type ComparedText,
  type HistoryCompareProps,
} from '../../../shared/authoring/history/HistoryCompare.tsx';
import type { Compared } from '../../../shared/authoring/history/history-view.ts';
import type { EditedVelocitySet } from '../text/edited-velocity-set.ts';
import { useVelocitySetVersion } from './use-velocity-set-version.ts';

const useCompared = (set: VelocitySetDetail, draft: EditedVelocitySet, compared: Compared): ComparedText => {
  const version = useVelocitySetVersion(set, compared === 'draft' ? null : compared);
  return compared === 'draft' ? { text: draft, error: null } : version;
};

export type VelocitySetHistoryCompareProps = Pick<
  HistoryCompareProps,
  'view' | 'onView' | 'canWrite' | 'busy' | 'onRollBack'
> & { readonly set: VelocitySetDetail; readonly draft: EditedVelocitySet };

/** Two versions of a set compared, and the roll-back to one of them. */
export const VelocitySetHistoryCompare = ({ set, draft, ...props }: VelocitySetHistoryCompareProps) => {
  const { compared } = props.view;
  return (
    <HistoryCompare
      {...props}
      versions={set.history.map(({ version }) => version)}
      current={set.published?.version ?? 0}
      decides={false}
      keepsDraft={set.draft !== null}
      from={useCompared(set, draft, compared?.from ?? 'draft')}
      to={useCompared(set, draft, compared?.to ?? 'draft')}
    />
  );
};
