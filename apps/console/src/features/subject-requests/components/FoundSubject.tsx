import { Field, Input, Radio, RadioGroup } from '@fluentui/react-components';
import { submitSubjectRequest, type SubjectPolicy, type SubjectPreview } from '@redoubt/contracts';
import type { SubjectRequestType } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { useSubjectNames } from '../use-subject-names.ts';
import type { Subject } from './FindForm.tsx';
import styles from './subject-requests.module.css';

/** What is kept about the person. */
const Summary = ({ preview }: { readonly preview: SubjectPreview }): ReactNode => {
  const text = useText('subjectRequests');
  const formats = useFormats();
  const lists = useText('supportLists');
  const { kindName } = useSubjectNames();
  const { counts, first, last, isComplete, supportLists, holds } = preview;
  return (
    <Section
      title={text('found.title')}
      meta={first && last ? text('found.between', { from: formats.date(first), to: formats.date(last) }) : null}
    >
      <table className={styles.counts}>
        <thead>
          <tr>
            <th scope="col">{text('found.kind')}</th>
            <th scope="col">{text('found.count')}</th>
          </tr>
        </thead>
        <tbody>
          {counts.map(({ kind, count }) => (
            <tr key={kind}>
              <td>{kindName(kind)}</td>
              <td>{formats.number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isComplete ? null : <p className="mt-2 py-2 px-3 quiet bg-subtle radius-1">{text('found.notAll')}</p>}
      {holds.map(({ scope, reason, until }) => (
        <p key={`${scope} ${reason}`} className="mt-2 py-2 px-3 quiet bg-subtle radius-1">
          {until === null
            ? text('found.held', { reason })
            : text('found.heldUntil', { reason, date: formats.date(until) })}
        </p>
      ))}
      {supportLists.length > 0 ? (
        <p className="mt-2 py-2 px-3 quiet bg-subtle radius-1">
          {text('found.mentions', { names: supportLists.map((entity) => lists(`entity.${entity}`)).join(', ') })}
        </p>
      ) : null}
    </Section>
  );
};

/** The summary of what was found, and what to ask for: a copy, or that it is erased. */
export const FoundSubject = (props: {
  readonly subject: Subject;
  readonly preview: SubjectPreview;
  readonly policy: SubjectPolicy;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onSubmit: (type: SubjectRequestType, confirmation: string | undefined) => void;
}): ReactNode => {
  const { subject, preview, policy, isBusy, error, onSubmit } = props;
  const text = useText('subjectRequests');
  const common = useText('common');
  const form = useWireForm({
    body: submitSubjectRequest.body
      .pick({ type: true, confirmation: true })
      .refine(({ type, confirmation = '' }) => type !== 'Delete' || confirmation.trim() === subject.value, {
        path: ['confirmation'],
        message: text('ask.confirmNeeded'),
      }),
    values: { type: 'Export', confirmation: '' },
    texts: {},
    blocked: isBusy ? common('saving') : undefined,
    error,
    onSubmit: ({ type, confirmation }) => onSubmit(type, type === 'Delete' ? confirmation : undefined),
  });
  const type = form.watch('type');
  return (
    <>
      <Summary preview={preview} />
      <form className={styles.ask} {...form.formProps}>
        <Field label={text('ask.type')} size="small">
          <RadioGroup value={type} onChange={(_event, data) => form.setValue('type', data.value as SubjectRequestType)}>
            <Radio value="Export" label={text('ask.export', { days: policy.exportDays })} />
            <Radio value="Delete" label={text('ask.delete')} />
          </RadioGroup>
        </Field>
        {type === 'Delete' ? (
          <>
            <p className="mt-2 py-2 px-3 quiet bg-subtle radius-1">{text('ask.deleteBody')}</p>
            <WireField form={form} name="confirmation" label={text('ask.confirm', { value: subject.value })}>
              <Input size="small" autoComplete="off" spellCheck={false} {...form.register('confirmation')} />
            </WireField>
            {policy.approvalRequired ? <p className="muted">{text('ask.approval')}</p> : null}
          </>
        ) : null}
        {error ? <ErrorState error={error} compact /> : null}
        <div>
          <CommandButton
            {...(type === 'Delete' ? { appearance: 'danger' as const } : { primary: true })}
            type="submit"
            command={{ id: 'submit', text: text(`ask.submit.${type}`), disabledReason: form.disabledReason }}
          />
        </div>
      </form>
    </>
  );
};
