import { Input } from '@fluentui/react-components';
import { cancelSubjectRequest, type SubjectRequest } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Facts, IdText, SidePanel, useCopy } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { receiptOf } from '../receipt.ts';
import { useSubjectMutations } from '../subject-requests.queries.ts';
import { useSubjectNames } from '../use-subject-names.ts';
import { DueText } from './DueText.tsx';
import { RequestStatus } from './RequestStatus.tsx';
import styles from './subject-requests.module.css';

/** Approving or declining another person's request, and withdrawing one's own. */
const Decide = ({ request }: { readonly request: SubjectRequest }): ReactNode => {
  const text = useText('subjectRequests');
  const { approve, cancel } = useSubjectMutations();
  const { id, awaitsApproval, isMine, value } = request;
  const form = useWireForm({
    body: cancelSubjectRequest.body,
    values: { reason: '' },
    texts: { reason: text('panel.reasonNeeded') },
    error: cancel.error,
    onSubmit: ({ reason }) => cancel.mutate({ id, reason }),
  });
  return (
    <form {...form.formProps}>
      {value === null ? null : (
        <p>
          {text('panel.value')} <code>{value}</code>
        </p>
      )}
      {awaitsApproval && isMine ? <p className="muted">{text('panel.ownRequest')}</p> : null}
      <WireField form={form} name="reason" label={text('panel.reason')}>
        <Input size="small" maxLength={500} {...form.register('reason')} />
      </WireField>
      {approve.error ? <ErrorState error={approve.error} compact /> : null}
      {cancel.error ? <ErrorState error={cancel.error} compact /> : null}
      <div className="row-wrap mt-3">
        {awaitsApproval && !isMine ? (
          <CommandButton
            appearance="danger"
            command={{ id: 'approve', text: text('panel.approve'), onSelect: () => approve.mutate(id) }}
          />
        ) : null}
        <CommandButton
          appearance="outline"
          command={{
            id: 'cancel',
            text: text(awaitsApproval && !isMine ? 'panel.decline' : 'panel.cancel'),
            onSelect: () => void form.send(),
            disabledReason: form.disabledReason,
          }}
        />
      </div>
    </form>
  );
};

/** One request: how far it is, what it found, and what can be done about it. */
export const RequestPanel = (props: {
  readonly request: SubjectRequest;
  readonly canSubmit: boolean;
  readonly onClose: () => void;
}): ReactNode => {
  const { request, canSubmit, onClose } = props;
  const text = useText('subjectRequests');
  const common = useText('common');
  const formats = useFormats();
  const { assessmentName, countsText } = useSubjectNames();
  const { retry, download } = useSubjectMutations();
  const { copied, copy } = useCopy();
  const { status, hasExport, counts, problem } = request;
  const about = `${assessmentName(request.assessment, request.assessmentName)}, ${request.property}`;
  const found = counts.length === 0 ? text('panel.nothing') : countsText(counts);
  const receipt = receiptOf(request, { subject: about, kinds: found });
  return (
    <SidePanel
      title={text(`panel.title.${request.type}`)}
      takeFocus={false}
      onClose={onClose}
      footer={
        <>
          {canSubmit && hasExport ? (
            <CommandButton
              primary
              command={{
                id: 'download',
                text: common('action.download'),
                onSelect: () => download.mutate(request.id),
                disabledReason: download.isPending ? common('saving') : undefined,
              }}
            />
          ) : null}
          {canSubmit && status === 'Failed' ? (
            <CommandButton
              primary
              command={{ id: 'retry', text: common('action.retry'), onSelect: () => retry.mutate(request.id) }}
            />
          ) : null}
          <CommandButton
            appearance="outline"
            command={{
              id: 'receipt',
              text: copied ? common('action.copied') : text('panel.receipt'),
              onSelect: () => void copy(receipt),
            }}
          />
        </>
      }
    >
      {download.error ? <ErrorState error={download.error} compact /> : null}
      {retry.error ? <ErrorState error={retry.error} compact /> : null}
      <Facts className={styles.facts}>
        <dt>{text('column.status')}</dt>
        <dd>
          <RequestStatus request={request} />
        </dd>
        <dt>{text('column.id')}</dt>
        <dd>
          <IdText id={request.id} length={36} name={text('column.id')} />
        </dd>
        <dt>{text('column.assessment')}</dt>
        <dd>{about}</dd>
        <dt>{text('column.subject')}</dt>
        <dd>
          <code>{request.subject}</code>
        </dd>
        <dt>{text('column.by')}</dt>
        <dd>
          {request.requested.by}, {formats.dateTime(request.requested.at)}
        </dd>
        <dt>{text('column.due')}</dt>
        <dd>
          <DueText request={request} />
        </dd>
        {request.decided ? (
          <>
            <dt>{text(status === 'Cancelled' ? 'panel.cancelled' : 'panel.approved')}</dt>
            <dd>
              {request.decided.by}, {formats.dateTime(request.decided.at)}
            </dd>
          </>
        ) : null}
        {request.reason === null ? null : (
          <>
            <dt>{text('panel.reason')}</dt>
            <dd>{request.reason}</dd>
          </>
        )}
        <dt>{text('panel.found')}</dt>
        <dd>{found}</dd>
        {request.first && request.last ? (
          <>
            <dt>{text('panel.between')}</dt>
            <dd>{text('found.between', { from: formats.date(request.first), to: formats.date(request.last) })}</dd>
          </>
        ) : null}
        {request.completedAt ? (
          <>
            <dt>{text('panel.completed')}</dt>
            <dd>{formats.dateTime(request.completedAt)}</dd>
          </>
        ) : null}
        {hasExport && request.expiresAt ? (
          <>
            <dt>{text('panel.until')}</dt>
            <dd>{formats.date(request.expiresAt)}</dd>
          </>
        ) : null}
      </Facts>
      {status === 'Failed' && problem !== null ? <ErrorState error={{ code: problem }} compact /> : null}
      {canSubmit && status === 'Pending' ? <Decide request={request} /> : null}
    </SidePanel>
  );
};
