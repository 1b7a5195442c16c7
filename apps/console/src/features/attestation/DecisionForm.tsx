import { Input } from '@fluentui/react-components';
import { putAttestationSwitch, type AttestationSwitch } from '@redoubt/contracts';
import { MAX_ATTESTATION_REASON_CHARACTERS } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useWireForm } from '../../shared/forms/use-wire-form.ts';
import { WireField } from '../../shared/forms/WireField.tsx';
import { useAttestationSwitch } from './attestation.queries.ts';

const body = putAttestationSwitch.body.pick({ reason: true });

/** Switches the statement off, or on again, with a reason. */
export const DecisionForm = ({ isOn, version }: Pick<AttestationSwitch, 'isOn' | 'version'>): ReactNode => {
  const text = useText('attestationSwitch');
  const common = useText('common');
  const put = useAttestationSwitch();
  const form = useWireForm({
    body,
    values: { reason: '' },
    texts: { reason: text('reasonNeeded') },
    blocked: put.isPending ? common('saving') : undefined,
    error: put.error,
    onSubmit: ({ reason }) => put.mutate({ version, isOn: !isOn, reason }),
  });
  return (
    <form className="stack-2" aria-label={text('asked')} {...form.formProps}>
      <WireField form={form} name="reason" label={text('reason')} hint={text('reasonHint')}>
        <Input size="small" maxLength={MAX_ATTESTATION_REASON_CHARACTERS} {...form.register('reason')} />
      </WireField>
      {put.error && !form.isToldAtField ? <ErrorState error={put.error} compact /> : null}
      <div>
        <CommandButton
          appearance={isOn ? 'danger' : 'outline'}
          type="submit"
          command={{
            id: 'decide',
            text: text(isOn ? 'turnOff' : 'turnOn'),
            disabledReason: form.disabledReason,
          }}
        />
      </div>
    </form>
  );
};
