import type { VelocityBackfill } from '@redoubt/contracts';
import { useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { useEnvironment } from '../../../app/console-context.tsx';
import { useBackfillMutations } from './backfill.queries.ts';
import { BackfillStrip } from './BackfillStrip.tsx';

export type CardBackfillProps = {
  readonly setId: string;
  readonly backfill: VelocityBackfill;
  readonly canWrite: boolean;
};

/** The history of a set on its card, as long as it is not counted. */
export const CardBackfill = ({ setId, backfill, canWrite }: CardBackfillProps) => {
  const { id: environmentId } = useEnvironment();
  const { start, cancel } = useBackfillMutations(environmentId, setId);
  const notifyFailure = useNotifyFailure();
  if (backfill.status === 'done') return null;
  const onError = (error: unknown) => notifyFailure(error);
  return (
    <BackfillStrip
      backfill={backfill}
      onCancel={canWrite ? () => cancel.mutate(undefined, { onError }) : undefined}
      onAgain={canWrite ? () => start.mutate(undefined, { onError }) : undefined}
      busy={start.isPending || cancel.isPending}
    />
  );
};
