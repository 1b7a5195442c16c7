import { Input } from '@fluentui/react-components';
import { releaseHold, type LegalHold } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton, DateTimeText, ErrorState, ToneChip } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { useRetentionMutations } from '../retention.queries.ts';
import { AdminTable } from '../../../shared/admin/AdminTable.tsx';

/** What a hold covers, in words. */
const useCovered = () => {
  const text = useText('retention');
  return ({ scope, subject, event, environment }: LegalHold): string => {
    if (scope === 'environment') return text('covers.environment', { name: environment });
    if (scope === 'subject') return text('covers.subject', { id: subject ?? '' });
    return text('covers.case', { id: event?.eventId ?? '' });
  };
};

/** Asks why a hold is released. */
const ReleaseForm = ({ hold, onClose }: { readonly hold: LegalHold; readonly onClose: () => void }): ReactNode => {
  const text = useText('retention');
  const common = useText('common');
  const covered = useCovered();
  const { release } = useRetentionMutations();
  const form = useWireForm({
    body: releaseHold.body,
    values: { reason: '' },
    texts: { reason: text('reasonNeeded') },
    blocked: release.isPending ? common('saving') : undefined,
    error: release.error,
    onSubmit: ({ reason }) => release.mutate({ id: hold.id, reason }, { onSuccess: onClose }),
    onEscape: onClose,
  });
  return (
    <form className="stack-2 prose" {...form.formProps}>
      <WireField
        form={form}
        name="reason"
        label={text('release.why', { what: covered(hold) })}
        hint={text('release.hint')}
      >
        <Input size="small" autoFocus {...form.register('reason')} />
      </WireField>
      {release.error ? <ErrorState error={release.error} compact /> : null}
      <div className="row-wrap">
        <CommandButton
          appearance="danger"
          type="submit"
          command={{ id: 'release', text: text('release.action'), disabledReason: form.disabledReason }}
        />
        <CommandButton command={{ id: 'keepHold', text: common('action.cancel'), onSelect: onClose }} />
      </div>
    </form>
  );
};

/** Holds that reach the environment, and those that were released here. */
export const HoldTable = (props: {
  readonly holds: readonly LegalHold[];
  readonly canWrite: boolean;
  readonly environmentId: string;
}): ReactNode => {
  const { holds, canWrite, environmentId } = props;
  const text = useText('retention');
  const covered = useCovered();
  const [releasing, setReleasing] = useState<string | null>(null);
  const asked = holds.find(({ id, isActive }) => id === releasing && isActive);
  if (holds.length === 0) return <p className="soft">{text('holds.none')}</p>;
  return (
    <>
      <AdminTable lines="short" label={text('holds.title')}>
        <thead>
          <tr>
            <th scope="col">{text('column.covers')}</th>
            <th scope="col">{text('column.reason')}</th>
            <th scope="col">{text('column.placed')}</th>
            <th scope="col">{text('column.until')}</th>
            <th scope="col">{text('column.state')}</th>
            <th scope="col">
              <span className="visually-hidden">{text('release.action')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {holds.map((hold) => (
            <tr key={hold.id}>
              <td title={covered(hold)}>{covered(hold)}</td>
              <td title={hold.reason}>{hold.reason}</td>
              <td title={hold.placed.by}>
                {hold.placed.by} <DateTimeText at={hold.placed.at} />
              </td>
              <td>{hold.until === null ? text('untilReleased') : <DateTimeText at={hold.until} />}</td>
              <td title={hold.released?.reason}>
                {hold.isActive ? (
                  <ToneChip tone="review" appearance="plain" text={text('state.active')} />
                ) : hold.released ? (
                  text('state.released', { by: hold.released.by })
                ) : (
                  text('state.over')
                )}
              </td>
              <td>
                {canWrite && hold.isActive && hold.environmentId === environmentId ? (
                  <CommandButton
                    command={{
                      id: `release-${hold.id}`,
                      text: text('release.action'),
                      onSelect: () => setReleasing(hold.id),
                    }}
                  />
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </AdminTable>
      {asked ? <ReleaseForm key={asked.id} hold={asked} onClose={() => setReleasing(null)} /> : null}
    </>
  );
};
