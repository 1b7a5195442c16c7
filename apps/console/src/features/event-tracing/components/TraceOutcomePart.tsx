import type { TraceOutcome } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ErrorState, ToneChip } from '@redoubt/ui';
import type { ReactNode } from 'react';

type TraceOutcomePartProps = { readonly outcome: TraceOutcome | undefined; readonly error: unknown };

/** What a destination said to a test: what was found there, or why nothing was accepted. */
export const TraceOutcomePart = ({ outcome, error }: TraceOutcomePartProps): ReactNode => {
  const text = useText('eventTracing');
  if (error) return <ErrorState error={error} compact />;
  if (outcome === undefined) return null;
  const { found, problem } = outcome;
  if (problem !== null)
    return (
      <div role="status" className="stack-2">
        <ToneChip tone="reject" text={text('outcome.refused')} />
        <span className="anywhere">{problem.message}</span>
      </div>
    );
  return (
    <div role="status" className="stack-2">
      <ToneChip tone="approve" text={text('outcome.accepted')} />
      <span className="anywhere muted">
        {Object.entries(found)
          .map(([name, value]) => `${name}: ${value}`)
          .join(' · ')}
      </span>
    </div>
  );
};
