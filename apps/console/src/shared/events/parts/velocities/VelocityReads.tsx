import type { EventDetail } from '@redoubt/contracts';
import { isMasked } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useMay } from '../../../../app/console-context.tsx';
import { velocityNowQuery } from '../../events.queries.ts';
import { VelocityTable } from './VelocityTable.tsx';
import styles from './velocities.module.css';

/** Values beyond these are shown as the decision read them, without what they are now. */
const MAX_NOW = 12;

/** The velocities the rules read, and what they hold now; nothing where they read none. */
export const VelocityReads = ({ detail }: { readonly detail: EventDetail }): ReactNode => {
  const text = useText('events');
  const call = useCall();
  const { velocities } = detail;
  const mayRead = useMay()('functionsAndVelocities:read');
  const now = useQueries({
    queries: velocities.slice(0, MAX_NOW).map((each) => ({
      ...velocityNowQuery(call, each),
      // A mask is no key.
      enabled: mayRead && !isMasked(each.key),
    })),
  });
  const notes = [
    ...(mayRead ? [] : [text('velocities.noRight')]),
    ...(mayRead && now.some(({ isError }) => isError) ? [text('velocities.nowFailed')] : []),
    ...(mayRead && velocities.length > MAX_NOW ? [text('velocities.nowBeyond', { count: MAX_NOW })] : []),
  ];
  return velocities.length === 0 ? null : (
    <Section title={text('velocities.title')} className={styles.part}>
      <VelocityTable velocities={velocities} now={now.map(({ data }) => data?.value)} />
      {notes.map((note) => (
        <p key={note} className="soft">
          {note}
        </p>
      ))}
    </Section>
  );
};
