import { useText } from '@redoubt/i18n';
import { asFailure, ConfirmPanel } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { caseHref } from './cases.queries.ts';

/** Where the case lies that a refusal with CASE-LEASE-OPEN names. */
const heldHref = (refusal: unknown): string | undefined => {
  const { queueId, environmentId, eventType, eventId } = asFailure(refusal).params ?? {};
  const isNamed = [queueId, environmentId, eventType, eventId].every((each) => typeof each === 'string');
  return isNamed
    ? caseHref({
        queueId: String(queueId),
        environmentId: String(environmentId),
        eventType: String(eventType),
        eventId: String(eventId),
      })
    : undefined;
};

/** Offers the case that the person has in review, and asks whether it goes back so that another one can be taken. */
export const GiveBackPanel = (props: {
  /** What the server answered: it names the case in review. */
  readonly refusal: unknown;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}): ReactNode => {
  const { refusal, ...rest } = props;
  const text = useText('cases');
  const href = heldHref(refusal);
  return (
    <ConfirmPanel
      title={text('queue.giveBack')}
      confirmText={text('queue.giveBackDo')}
      instead={href === undefined ? undefined : { id: 'held', text: text('queue.openHeld'), href }}
      {...rest}
    >
      {text('queue.giveBackBody')}
    </ConfirmPanel>
  );
};
