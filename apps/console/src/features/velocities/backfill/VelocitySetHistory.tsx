import { HistoryRegular } from '@fluentui/react-icons';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../../app/console-context.tsx';
import { useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import styles from './backfill.module.css';
import { useBackfillMutations, velocityHistoryQuery } from './backfill.queries.ts';
import { BackfillStrip } from './BackfillStrip.tsx';
import { isFilling } from './filling.ts';

export type VelocitySetHistoryProps = { readonly environmentId: string; readonly setId: string };

/** Says in the editor how far the history of a published set is counted, and offers to count what is not. */
export const VelocitySetHistory = ({ environmentId, setId }: VelocitySetHistoryProps) => {
  const text = useText('backfills');
  const formats = useFormats();
  const call = useCall();
  const { data } = useQuery(velocityHistoryQuery(call, environmentId, setId));
  const { start, cancel } = useBackfillMutations(environmentId, setId);
  const notifyFailure = useNotifyFailure();
  const [seen, setSeen] = useState<string | null>(null);
  if (isFilling(data?.backfill) && data?.backfill?.id !== seen) setSeen(data?.backfill?.id ?? null);
  if (!data) return null;
  const { backfill, fromNow, canWrite } = data;
  // What came to its end is news only to who saw it run.
  const isNews = backfill !== null && (backfill.status !== 'done' || backfill.id === seen);
  const busy = start.isPending || cancel.isPending;
  const onError = (error: unknown) => notifyFailure(error);
  const begin = canWrite ? () => start.mutate(undefined, { onError }) : undefined;
  const end = canWrite ? () => cancel.mutate(undefined, { onError }) : undefined;
  return (
    <div className={styles.history} role="status">
      {isNews ? <BackfillStrip backfill={backfill} onCancel={end} onAgain={begin} busy={busy} /> : null}
      {fromNow.length > 0 ? (
        <div className={styles.strip}>
          <HistoryRegular fontSize={16} aria-hidden className={styles.icon ?? ''} />
          <p className="grow min-w-0">{text('fromNow', { names: formats.list(fromNow), count: fromNow.length })}</p>
          {begin ? (
            <CommandButton
              appearance="outline"
              command={{ id: 'fill', text: text('fill'), onSelect: busy ? undefined : begin }}
            />
          ) : null}
        </div>
      ) : null}
    </div>
  );
};
