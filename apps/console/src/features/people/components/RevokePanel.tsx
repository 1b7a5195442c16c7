import type { PersonRow } from '@redoubt/contracts';
import { ROLE_NAMES } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { ConfirmPanel, ErrorState } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { keptBy, type Revocable } from '../marked.ts';
import { usePeopleMutations } from '../people.queries.ts';
import { ReasonField } from './ReasonField.tsx';

const MOST_KEPT = 6;

/** Asks before roles are taken away: what goes, where access stays, and that it may be one's own. */
export const RevokePanel = (props: {
  readonly revoking: readonly Revocable[];
  readonly rows: readonly PersonRow[];
  readonly onDone: () => void;
  readonly onCancel: () => void;
}): ReactNode => {
  const { revoking, rows, onDone, onCancel } = props;
  const text = useText('people');
  const formats = useFormats();
  const { revoke } = usePeopleMutations();
  const [reason, setReason] = useState('');
  const places = [...new Set(revoking.map(({ environment }) => environment ?? text('wholeTenant')))];
  const kept = [
    ...new Set(
      keptBy(rows, revoking).map(({ role, environment, group }) =>
        [`${ROLE_NAMES[role]}, ${environment ?? text('wholeTenant')}`, ...(group ? [group.name] : [])].join(', '),
      ),
    ),
  ];
  return (
    <ConfirmPanel
      title={text('revoke.title', { count: revoking.length })}
      confirmText={text('revoke.action')}
      busy={revoke.isPending}
      onConfirm={() =>
        revoke.mutate(
          { assignments: revoking.map(({ id, version }) => ({ id, version })), reason },
          { onSuccess: onDone },
        )
      }
      onCancel={onCancel}
    >
      <p>{revoking.map(({ holder, role }) => `${holder}: ${ROLE_NAMES[role]}`).join(' · ')}</p>
      <p>{text('revoke.only', { environment: formats.list(places) })}</p>
      {kept.length > 0 ? <p>{text('revoke.stays', { what: kept.slice(0, MOST_KEPT).join(' · ') })}</p> : null}
      {revoking.some(({ isSelf }) => isSelf) ? <p className="problem-text">{text('revoke.self')}</p> : null}
      <ReasonField value={reason} onChange={setReason} />
      {revoke.error ? <ErrorState error={revoke.error} compact /> : null}
    </ConfirmPanel>
  );
};
