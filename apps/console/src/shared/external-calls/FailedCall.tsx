import type { CallCaller } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { DateTimeText, ErrorState, Link, LoadingBlock } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { hrefOf } from '../../routes/address.ts';
import { OneCall } from '../events/parts/CalledOutPart.tsx';
import { eventQuery } from '../events/events.queries.ts';
import styles from './external-calls.module.css';

const LOADING_PX = 80;

type FailedEvent = NonNullable<CallCaller['failures'][number]['newest']>;

/** What was sent and answered when a call failed, as the record of its event says it: with its masks, while it is kept. */
export const FailedCall = ({
  event,
  called,
}: {
  readonly event: FailedEvent;
  /** Name of the call or list. */
  readonly called: string;
}): ReactNode => {
  const text = useText('externalCalls');
  const call = useCall();
  const { id } = useEnvironment();
  const { environmentId: eventEnvironmentId, eventType, eventId, at } = event;
  const { data, error } = useQuery(eventQuery(call, id, { eventType, eventEnvironmentId, eventId }));
  if (error && !data) return <ErrorState error={error} compact />;
  if (!data) return <LoadingBlock height={LOADING_PX} />;
  const names = [called, `list:${called}`].map((name) => name.toLowerCase());
  const made = [...data.calls, ...data.actions.flatMap(({ calls }) => calls)];
  const failed = made.filter(({ name, error: why }) => why !== '' && names.includes(name.toLowerCase()));
  return (
    <div className={styles.report}>
      <Link href={hrefOf('/search/:eventType/:envId/:id', { eventType, envId: eventEnvironmentId, id: eventId })}>
        <DateTimeText at={at} />
      </Link>
      {failed.length === 0 ? <p className="soft">{text('callers.notRecorded')}</p> : null}
      {failed.map((each) => (
        <OneCall key={JSON.stringify(each.arguments)} made={each} />
      ))}
    </div>
  );
};
