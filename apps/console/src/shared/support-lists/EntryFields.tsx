import { Field, Input, Radio, RadioGroup, Textarea } from '@fluentui/react-components';
import { MAX_SUPPORT_COMMENTS, MAX_SUPPORT_REASON, SUPPORT_STATUSES } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useState } from 'react';
import type { EntryForm, FormStatus } from './use-entry-form.ts';
import styles from './entry-fields.module.css';

/** What is said of a value: its status, why, until when. */
export const EntryFields = ({ form }: { readonly form: EntryForm }) => {
  const text = useText('supportLists');
  const [leftExpiry, setLeftExpiry] = useState(false);
  return (
    <>
      <Field label={text('column.status')} size="small">
        <RadioGroup
          layout="horizontal"
          className={styles.statuses ?? ''}
          value={form.status}
          onChange={(_event, data) => form.set({ status: data.value as FormStatus })}
        >
          {SUPPORT_STATUSES.map((status) => (
            <Radio key={status} value={status} label={text(`status.${status}`)} />
          ))}
          <Radio value="remove" label={text('edit.remove')} />
        </RadioGroup>
      </Field>
      {form.status === 'remove' ? null : (
        <>
          <Field label={text('column.reason')} size="small">
            <Input
              size="small"
              maxLength={MAX_SUPPORT_REASON}
              value={form.reason}
              onChange={(_event, data) => form.set({ reason: data.value })}
            />
          </Field>
          <Field
            label={text('column.expires')}
            size="small"
            hint={text('edit.expiresHint')}
            {...(form.isPast && leftExpiry ? { validationMessage: text('edit.past') } : {})}
          >
            <Input
              size="small"
              type="date"
              value={form.expiresOn}
              onBlur={() => setLeftExpiry(true)}
              onChange={(_event, data) => form.set({ expiresOn: data.value })}
            />
          </Field>
          <Field label={text('column.comments')} size="small">
            <Textarea
              size="small"
              rows={2}
              maxLength={MAX_SUPPORT_COMMENTS}
              value={form.comments}
              onChange={(_event, data) => form.set({ comments: data.value })}
            />
          </Field>
        </>
      )}
    </>
  );
};
