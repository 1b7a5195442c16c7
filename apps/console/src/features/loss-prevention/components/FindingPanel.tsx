import { Select, Textarea } from '@fluentui/react-components';
import { addLossFinding, revealStaff } from '@redoubt/contracts';
import { LOSS_DISPOSITIONS } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { useLossMutations, type LossEntity } from '../loss-prevention.queries.ts';

type Panel = { readonly entity: LossEntity; readonly onClose: () => void };

/** Says what was found out about a person or terminal. */
export const FindingPanel = ({ entity, onClose }: Panel): ReactNode => {
  const text = useText('lossPrevention');
  const common = useText('common');
  const casework = useText('casework');
  const { finding } = useLossMutations();
  const form = useWireForm({
    body: addLossFinding.body,
    values: { disposition: 'investigating', note: '' },
    texts: { note: casework('note.empty') },
    blocked: finding.isPending ? common('saving') : undefined,
    error: finding.error,
    onSubmit: (body) => finding.mutate({ ...entity, ...body }, { onSuccess: onClose }),
  });
  return (
    <FormPanel
      title={text('finding.add')}
      form={form}
      action={text('finding.save')}
      error={finding.error}
      onClose={onClose}
    >
      <WireField form={form} name="disposition" label={text('column.disposition')}>
        <Select size="small" {...form.register('disposition')}>
          {LOSS_DISPOSITIONS.map((each) => (
            <option key={each} value={each}>
              {text(`disposition.${each}`)}
            </option>
          ))}
        </Select>
      </WireField>
      <WireField form={form} name="note" label={text('finding.note')}>
        <Textarea rows={4} {...form.register('note')} />
      </WireField>
    </FormPanel>
  );
};

/** Asks why the id of a person is wanted, and shows it. */
export const RevealPanel = ({ entity, onClose }: Panel): ReactNode => {
  const text = useText('lossPrevention');
  const common = useText('common');
  const cases = useText('cases');
  const { reveal } = useLossMutations();
  const form = useWireForm({
    body: revealStaff.body,
    values: { reason: '' },
    texts: { reason: cases('aside.noReason') },
    blocked: reveal.isPending ? common('saving') : undefined,
    error: reveal.error,
    onSubmit: ({ reason }) => reveal.mutate({ entityId: entity.entityId, reason }),
  });
  return (
    <FormPanel
      title={text('reveal.title')}
      form={form}
      action={text('reveal.action')}
      error={reveal.error}
      onClose={onClose}
    >
      <p className="m-0">{text('reveal.note')}</p>
      <WireField form={form} name="reason" label={text('reveal.reason')}>
        <Textarea rows={3} {...form.register('reason')} />
      </WireField>
      {reveal.data ? (
        <p className="m-0" aria-live="polite">
          {text('reveal.is')} <b className="mono">{reveal.data.staffId}</b>
        </p>
      ) : null}
    </FormPanel>
  );
};
