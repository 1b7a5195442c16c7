import { undoCaseDecision } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { useSyncExternalStore, type ReactNode } from 'react';
import { useWrite } from '../../../../api/use-write.ts';
import { useNotifyFailure } from '../../../../notifications/CalloutProvider.tsx';
import { useGo } from '../../../../routes/address.ts';
import { recentDecision, type RecentDecision } from '../../../../shared/cases/deciding/recent-decision.ts';
import { UndoStrip } from './UndoStrip.tsx';

const Undo = ({ recent }: { readonly recent: RecentDecision }): ReactNode => {
  const text = useText('cases');
  const go = useGo();
  const notifyFailure = useNotifyFailure();
  const { caseId, environmentId } = recent;
  const undo = useWrite(undoCaseDecision, () => ({ params: { caseId } }), {
    environmentId,
    onAnswer: () => {
      recentDecision.takenBack();
      go(recent.href);
    },
  });
  return (
    <UndoStrip
      {...recent}
      isUndoing={undo.isPending}
      onUndo={() => undo.mutate(undefined, { onError: (error) => notifyFailure(error, text('undo.failed')) })}
    />
  );
};

/** The last decision of this tab, as long as it can be taken back. */
export const RecentUndo = (): ReactNode => {
  const recent = useSyncExternalStore(recentDecision.subscribe, recentDecision.get);
  return recent === null ? null : <Undo key={`${recent.caseId} ${recent.untilMs}`} recent={recent} />;
};
