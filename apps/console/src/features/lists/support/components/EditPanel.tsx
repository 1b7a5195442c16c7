import { Field, Textarea } from '@fluentui/react-components';
import type { SupportEntry, SupportListSummary } from '@redoubt/contracts';
import { MAX_SUPPORT_LINES } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, SidePanel } from '@redoubt/ui';
import { useDeferredValue } from 'react';
import { linesOf, useEntryForm } from '../../../../shared/support-lists/use-entry-form.ts';
import { useSupportMutations } from '../../../../shared/support-lists/support-lists.queries.ts';
import { EntryFields } from '../../../../shared/support-lists/EntryFields.tsx';
import { LineResults } from './LineResults.tsx';
import styles from './support-lists.module.css';
import { ValueHistory } from './ValueHistory.tsx';

export type EditPanelProps = {
  readonly list: SupportListSummary;
  /** Value the panel opens with; empty for none. */
  readonly value: string;
  /** What the list says of it. */
  readonly entry: SupportEntry | undefined;
  readonly canWrite: boolean;
  readonly onClose: () => void;
};

/** One value or many, one per line, get a status, or lose it. */
export const EditPanel = ({ list, value, entry, canWrite, onClose }: EditPanelProps) => {
  const text = useText('supportLists');
  const provided = useProvidedNames();
  const common = useText('common');
  const formats = useFormats();
  const { change } = useSupportMutations(list.entity);
  const form = useEntryForm(value, entry);
  const values = linesOf(form.values);
  const single = useDeferredValue(values.length === 1 ? (values[0] ?? '') : '');
  const disabledReason =
    values.length === 0
      ? text('edit.valuesFirst')
      : values.length > MAX_SUPPORT_LINES
        ? text('edit.tooMany', { max: formats.number(MAX_SUPPORT_LINES) })
        : form.isPast
          ? text('edit.past')
          : change.isPending
            ? common('saving')
            : undefined;
  const save = (): void => {
    if (disabledReason !== undefined) return;
    change.mutate({ values, ...form.change });
  };
  const title = canWrite ? text('edit.title', { list: text(`entity.${list.entity}`) }) : value;
  if (!canWrite)
    return (
      <SidePanel title={title} takeFocus={false} onClose={onClose}>
        <ValueHistory entity={list.entity} value={value} />
      </SidePanel>
    );
  return (
    <SidePanel
      title={title}
      takeFocus={value === ''}
      onClose={onClose}
      footer={
        <>
          <CommandButton
            primary
            command={{ id: 'update', text: text('edit.update'), onSelect: save, disabledReason }}
          />
          <CommandButton command={{ id: 'close', text: common('action.close'), onSelect: onClose }} />
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
        <Field label={text('edit.values')} size="small" hint={text(`edit.hint.${list.entity}`)}>
          <Textarea
            size="small"
            rows={values.length > 1 ? 8 : 4}
            value={form.values}
            textarea={{ className: styles.mono ?? '' }}
            onChange={(_event, data) => form.set({ values: data.value })}
          />
        </Field>
        {single === '' ? null : <ValueHistory entity={list.entity} value={single} />}
        <EntryFields form={form} />
        <p className={styles.soft}>
          {list.usedBy.length === 0
            ? text('edit.noRule', { name: list.name })
            : text('edit.rules', {
                rules: formats.list([...new Set(list.usedBy.map((user) => provided.shown(user.name)))]),
              })}
        </p>
        {change.error ? <ErrorState error={change.error} compact /> : null}
        {change.data ? <LineResults results={change.data.results} /> : null}
      </form>
    </SidePanel>
  );
};
