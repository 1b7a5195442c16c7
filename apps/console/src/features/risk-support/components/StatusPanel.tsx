import { getSupportAccount, type SupportAccount } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, SidePanel } from '@redoubt/ui';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointKey } from '../../../api/read.ts';
import { useEnvironment } from '../../../app/console-context.tsx';
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
  const common = useText('common');
  const formats = useFormats();
  const provided = useProvidedNames();
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  const change = useSupportChange(environmentId, entity, 'Support');
  const form = useEntryForm(value, current);
  const isSet = form.status !== 'remove';
  const disabledReason =
    isSet && form.reason.trim() === ''
      ? text('change.reasonNeeded')
      : isSet && form.change.expiresAt === null
        ? text('change.expiryNeeded')
        : form.isPast
          ? lists('edit.past')
          : change.isPending
            ? common('saving')
            : undefined;
  const save = (): void => {
    if (disabledReason !== undefined) return;
    change.mutate(
      { values: [value], ...form.change },
      {
        onSuccess: () => {
          void client.invalidateQueries({ queryKey: endpointKey(getSupportAccount, environmentId) });
          onClose();
        },
      },
    );
  };
  const texts = readers.find((each) => each.entity === entity)?.texts ?? [];
  return (
    <SidePanel
      title={text('change.title', { what: lists(`entity.${entity}`) })}
      onClose={onClose}
      footer={
        <>
          <CommandButton
            primary
            command={{ id: 'change', text: text('change.save'), onSelect: save, disabledReason }}
          />
          <CommandButton command={{ id: 'cancel', text: common('action.cancel'), onSelect: onClose }} />
        </>
      }
    >
      <form
        className="stack-3"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.ctrlKey) save();
        }}
        onSubmit={(event) => event.preventDefault()}
      >
        <p className="code-12">{value}</p>
        <EntryFields form={form} />
        <p className="soft">
          {texts.length === 0
            ? text('change.noRule')
            : text('change.rules', {
                rules: formats.list([...new Set(texts.map(({ name }) => provided.shown(name)))]),
              })}
        </p>
        {change.error ? <ErrorState error={change.error} compact /> : null}
      </form>
    </SidePanel>
  );
};
