import type { PersonRow } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ConfirmPanel, ErrorState } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { usePeopleMutations } from '../people.queries.ts';
import { ReasonField } from './ReasonField.tsx';

/** People whose state is about to change, and to which. */
export type StateChange = { readonly people: readonly PersonRow[]; readonly to: 'Active' | 'Disabled' };

/** Asks before people are disabled or enabled: what ends with it, what stays, and why it is done. */
export const StatePanel = (props: {
  readonly change: StateChange;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}): ReactNode => {
  const { change, onDone, onCancel } = props;
  const { people, to } = change;
  const text = useText('people');
  const { disable, enable } = usePeopleMutations();
  const [reason, setReason] = useState('');
  const isDisabling = to === 'Disabled';
  const write = isDisabling ? disable : enable;
  const name = people[0]?.name ?? '';
  return (
    <ConfirmPanel
      title={
        isDisabling ? text('state.disableTitle', { count: people.length, name }) : text('state.enableTitle', { name })
      }
      confirmText={text(isDisabling ? 'state.disable' : 'state.enable')}
      busy={write.isPending}
      disabledReason={isDisabling && reason.trim() === '' ? text('state.reasonNeeded') : undefined}
      onConfirm={() => write.mutate({ people: people.map(({ id }) => id), reason }, { onSuccess: onDone })}
      onCancel={onCancel}
    >
      {people.length > 1 ? <p>{people.map((person) => person.name).join(' · ')}</p> : null}
      <p>{text(isDisabling ? 'state.disableWhat' : 'state.enableWhat')}</p>
      <ReasonField value={reason} required={isDisabling} onChange={setReason} />
      {write.error ? <ErrorState error={write.error} compact /> : null}
    </ConfirmPanel>
  );
};
