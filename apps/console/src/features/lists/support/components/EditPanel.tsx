import { Textarea } from '@fluentui/react-components';
import type { SupportEntry, SupportListSummary } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { SidePanel } from '@redoubt/ui';
import { useDeferredValue } from 'react';
import { FormPanel } from '../../../../shared/forms/FormPanel.tsx';
import { linesOf } from '../../../../shared/forms/lines-of.ts';
import { WireField } from '../../../../shared/forms/WireField.tsx';
import { EntryFields } from '../../../../shared/support-lists/EntryFields.tsx';
import { useSupportMutations } from '../../../../shared/support-lists/support-lists.queries.ts';
import { useEntryForm } from '../../../../shared/support-lists/use-entry-form.ts';
import { LineResults } from './LineResults.tsx';
import styles from './support-lists.module.css';
import { ValueHistory } from './ValueHistory.tsx';

type EntryPanelProps = {
  readonly list: SupportListSummary;
  /** Value the panel opens with; empty for none. */
  readonly value: string;
  /** What the list says of it. */
  readonly entry: SupportEntry | undefined;
  readonly onClose: () => void;
};

export type EditPanelProps = EntryPanelProps & { readonly canWrite: boolean };

const EntryPanel = ({ list, value, entry, onClose }: EntryPanelProps) => {
  const text = useText('supportLists');
  const provided = useProvidedNames();
  const common = useText('common');
  const formats = useFormats();
  const { change } = useSupportMutations(list.entity);
  const form = useEntryForm({ value, entry, change, onSubmit: (body) => change.mutate(body) });
  const values = linesOf(form.watch('values'));
  const single = useDeferredValue(values.length === 1 ? (values[0] ?? '') : '');
  return (
    <FormPanel
      title={text('edit.title', { list: text(`entity.${list.entity}`) })}
      takeFocus={value === ''}
      form={form}
      action={text('edit.update')}
      closeText={common('action.close')}
      error={change.error}
      className="stack-3"
      onClose={onClose}
    >
      <WireField form={form} name="values" label={text('edit.values')} hint={text(`edit.hint.${list.entity}`)}>
        <Textarea
          size="small"
          rows={values.length > 1 ? 8 : 4}
          textarea={{ className: styles.mono ?? '' }}
          {...form.register('values')}
        />
      </WireField>
      {single === '' ? null : <ValueHistory entity={list.entity} value={single} />}
      <EntryFields form={form} />
      <p className={styles.soft}>
        {list.usedBy.length === 0
          ? text('edit.noRule', { name: list.name })
          : text('edit.rules', {
              rules: formats.list([...new Set(list.usedBy.map((user) => provided.shown(user.name)))]),
            })}
      </p>
      {change.data ? <LineResults results={change.data.results} /> : null}
    </FormPanel>
  );
};

/** One value or many, one per line, get a status, or lose it. */
export const EditPanel = ({ canWrite, ...props }: EditPanelProps) =>
  canWrite ? (
    <EntryPanel {...props} />
  ) : (
    <SidePanel title={props.value} takeFocus={false} onClose={props.onClose}>
      <ValueHistory entity={props.list.entity} value={props.value} />
    </SidePanel>
  );
