import type { ReviewRow } from '@redoubt/contracts';
import type { ReviewDecision } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ConfirmPanel, ErrorState } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useEnvironment } from '../../../app/console-context.tsx';
import { useReviewMutations } from '../people.queries.ts';
import { ReasonField } from './ReasonField.tsx';

const MOST_NAMES = 12;

/** Asks before a decision about the access of people is kept and carried out. */
export const ReviewPanel = (props: {
  readonly people: readonly ReviewRow[];
  readonly decision: ReviewDecision;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}): ReactNode => {
  const { people, decision, onDone, onCancel } = props;
  const text = useText('people');
  const { name: environment } = useEnvironment();
  const { decide } = useReviewMutations();
  const [reason, setReason] = useState('');
  const names = people.slice(0, MOST_NAMES).map(({ name }) => name);
  return (
    <ConfirmPanel
      title={text(`review.title.${decision}`, { count: people.length })}
      confirmText={text(`review.${decision}`)}
      busy={decide.isPending}
      disabledReason={decision !== 'Keep' && reason.trim() === '' ? text('state.reasonNeeded') : undefined}
      onConfirm={() => decide.mutate({ people: people.map(({ id }) => id), decision, reason }, { onSuccess: onDone })}
      onCancel={onCancel}
    >
      <p>{[...names, ...(people.length > names.length ? ['…'] : [])].join(' · ')}</p>
      <p>{decision === 'Disable' ? text('state.disableWhat') : text(`review.what.${decision}`, { environment })}</p>
      <ReasonField value={reason} required={decision !== 'Keep'} onChange={setReason} />
      {decide.error ? <ErrorState error={decide.error} compact /> : null}
    </ConfirmPanel>
  );
};
