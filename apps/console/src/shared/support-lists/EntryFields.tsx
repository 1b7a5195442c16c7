import { Field, Input, Radio, RadioGroup, Textarea } from '@fluentui/react-components';
import { MAX_SUPPORT_COMMENTS, MAX_SUPPORT_REASON, SUPPORT_STATUSES } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { WireField } from '../forms/WireField.tsx';
import type { EntryForm } from './use-entry-form.ts';
import styles from './entry-fields.module.css';

const CHOICES = [...SUPPORT_STATUSES, 'remove'] as const;

/** What is said of a value: its status, why, until when. */
export const EntryFields = ({ form }: { readonly form: EntryForm }) => {
  const text = useText('supportLists');
  const status = form.watch('status');
  return (
    <>
      <Field label={text('column.status')} size="small">
        <RadioGroup
          layout="horizontal"
          className={styles.statuses ?? ''}
          value={status}
          onChange={(_event, { value }) =>
            form.setValue('status', CHOICES.find((each) => each === value) ?? status, { shouldDirty: true })
          }
        >
          {CHOICES.map((each) => (
            <Radio key={each} value={each} label={each === 'remove' ? text('edit.remove') : text(`status.${each}`)} />
          ))}
        </RadioGroup>
      </Field>
      {status === 'remove' ? null : (
        <>
          <WireField form={form} name="reason" label={text('column.reason')}>
            <Input size="small" maxLength={MAX_SUPPORT_REASON} {...form.register('reason')} />
          </WireField>
          <WireField form={form} name="expiresOn" label={text('column.expires')} hint={text('edit.expiresHint')}>
            <Input size="small" type="date" {...form.register('expiresOn')} />
          </WireField>
          <WireField form={form} name="comments" label={text('column.comments')}>
            <Textarea size="small" rows={2} maxLength={MAX_SUPPORT_COMMENTS} {...form.register('comments')} />
          </WireField>
        </>
      )}
    </>
  );
};
