import { getSupportAccount, type SupportAccount } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointKey } from '../../../api/read.ts';
import { useEnvironment } from '../../../app/console-context.tsx';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { UsedBy } from '../../../shared/resources/UsedBy.tsx';
import { EntryFields } from '../../../shared/support-lists/EntryFields.tsx';
import { useSupportChange } from '../../../shared/support-lists/support-lists.queries.ts';
import { useEntryForm } from '../../../shared/support-lists/use-entry-form.ts';

type Status = SupportAccount['statuses'][number];

export type StatusPanelProps = {
  readonly status: Status;
  /** Published texts that read the lists. */
  readonly readers: SupportAccount['readers'];
  readonly onClose: () => void;
};

/** Gives a value of an account another status: here a reason and an end are required. */
export const StatusPanel = ({ status: { entity, value, current }, readers, onClose }: StatusPanelProps): ReactNode => {
  const text = useText('riskSupport');
  const lists = useText('supportLists');
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  const change = useSupportChange(environmentId, entity, 'Support');
  const form = useEntryForm({
    value,
    entry: current,
    change,
    required: { reason: text('change.reasonNeeded'), expiresOn: text('change.expiryNeeded') },
    onSubmit: (body) =>
      change.mutate(body, {
        onSuccess: () => {
          void client.invalidateQueries({ queryKey: endpointKey(getSupportAccount, environmentId) });
          onClose();
        },
      }),
  });
  const texts = readers.find((each) => each.entity === entity)?.texts ?? [];
  return (
    <FormPanel
      title={text('change.title', { what: lists(`entity.${entity}`) })}
      form={form}
      action={text('change.save')}
      error={change.error}
      className="stack-3"
      onClose={onClose}
    >
      <p className="code-12">{value}</p>
      <EntryFields form={form} />
      <p className="soft">
        {texts.length === 0 ? (
          text('change.noRule')
        ) : (
          <>
            {text('change.rules')}{' '}
            <UsedBy usedBy={[...new Map(texts.map((each) => [`${each.kind} ${each.id}`, each])).values()]} />
          </>
        )}
      </p>
    </FormPanel>
  );
};
