import { startReview } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { asFailure } from '@redoubt/ui';
import { useCallback, useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { useNotify, useNotifyFailure } from '../../notifications/CalloutProvider.tsx';
import { useGo } from '../../routes/address.ts';
import { caseHref } from './cases.queries.ts';

type TakeOptions = {
  /** Where the queue is, if not in the environment in force. */
  readonly environmentId?: string;
  /** Asks what becomes of the case that the refusal says the person has in review, in place of `wanted`. */
  readonly onHeld?: (refusal: unknown) => void;
};

/** Takes the next case of a queue, or one of its rows, and goes to its page. */
export const useTakeCase = (queueId: string, { environmentId, onHeld }: TakeOptions = {}) => {
  const text = useText('cases');
  const go = useGo();
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();
  /** The case that waits for a word about the other one in review; null is the next, undefined none. */
  const [wanted, setWanted] = useState<string | null | undefined>(undefined);
  const start = useWrite(
    startReview,
    (body: { readonly caseId: string | null; readonly giveBack: boolean }) => ({ params: { queueId }, body }),
    {
      onAnswer: ({ case: taken }) => {
        setWanted(undefined);
        if (taken) go(caseHref(taken));
        else notify({ severity: 'Information', title: text('queue.started') });
      },
      afterRefusal: true,
      ...(environmentId === undefined ? {} : { environmentId }),
    },
  );
  const { mutate: mutateStart, isPending: isStarting } = start;
  const take = useCallback(
    (caseId: string | null, giveBack = false): void =>
      mutateStart(
        { caseId, giveBack },
        {
          onError: (error) => {
            if (asFailure(error).code !== 'CASE-LEASE-OPEN') notifyFailure(error, text('bar.failed'));
            else if (onHeld) onHeld(error);
            else setWanted(caseId);
          },
        },
      ),
    [mutateStart, notifyFailure, onHeld, text],
  );
  return { take, isStarting, wanted, refusal: start.error, forget: () => setWanted(undefined) };
};
