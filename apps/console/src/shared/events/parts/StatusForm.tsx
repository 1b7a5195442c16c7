import type { SupportEntry } from '@redoubt/contracts';
import type { SupportValue } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { EntryFields } from '../../support-lists/EntryFields.tsx';
import { useSupportChange } from '../../support-lists/support-lists.queries.ts';
import { useEntryForm } from '../../support-lists/use-entry-form.ts';

type FormProps = SupportValue & {
  readonly environmentId: string;
  readonly entry: SupportEntry | null;
  readonly onClose: () => void;
};

/** Changes what a support list says of a value. */
export const StatusForm = ({ entity, value, environmentId, entry, onClose }: FormProps): ReactNode => {
  const text = useText('supportLists');
  const common = useText('common');
  const change = useSupportChange(environmentId, entity, 'EventPage');
  const form = useEntryForm({
    value,
    entry,
    change,
    onSubmit: (body) =>
      change.mutate(body, {
        onSuccess: ({ results }) => {
          if (results.every(({ outcome }) => outcome !== 'invalid')) onClose();
        },
      }),
    onEscape: onClose,
  });
  const refused = change.data?.results.find(({ outcome }) => outcome === 'invalid');
  return (
    <form
      className="stack-2 mx-0 my-2 p-3 bg-subtle mark-neutral"
      aria-label={text('event.change', { value })}
      {...form.formProps}
    >
      <EntryFields form={form} />
      {refused?.problem ? <p role="alert">{text(`problem.${refused.problem}`)}</p> : null}
      {change.error ? <ErrorState error={change.error} compact /> : null}
      <div className="row">
        <CommandButton
          primary
          command={{
            id: `save-${entity}`,
            text: text('edit.update'),
            onSelect: () => void form.send(),
            disabledReason: form.disabledReason,
          }}
        />
        <CommandButton command={{ id: `cancel-${entity}`, text: common('action.cancel'), onSelect: onClose }} />
      </div>
    </form>
  );
};
