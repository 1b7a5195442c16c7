import { Input, Select } from '@fluentui/react-components';
import { createProvisioningToken } from '@redoubt/contracts';
import { MAX_TOKEN_NAME } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { useProvisioningMutations } from '../user-provisioning.queries.ts';
import type { MadeToken } from './TokenMade.tsx';

const DAYS = [30, 90, 180, 365] as const;
const USUAL_DAYS = 180;

/** Asks what a token is called, and for how long it is in force. */
export const TokenForm = (props: {
  readonly onMade: (made: MadeToken) => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { onMade, onClose } = props;
  const text = useText('provisioning');
  const common = useText('common');
  const { create } = useProvisioningMutations();
  const form = useWireForm({
    body: createProvisioningToken.body,
    values: { name: '', days: USUAL_DAYS },
    texts: { name: text('token.nameNeeded') },
    blocked: create.isPending ? common('saving') : undefined,
    error: create.error,
    fieldOf: { 'TOKEN-NAME-TAKEN': 'name' },
    onSubmit: (asked) => create.mutate(asked, { onSuccess: ({ secret }) => onMade({ name: asked.name, secret }) }),
    onEscape: onClose,
  });
  return (
    <FormPanel
      title={text('token.new')}
      form={form}
      action={text('token.create')}
      error={create.error}
      onClose={onClose}
    >
      <WireField form={form} name="name" label={text('token.name')} hint={text('token.nameHint')}>
        <Input size="small" maxLength={MAX_TOKEN_NAME} {...form.register('name')} />
      </WireField>
      <WireField form={form} name="days" label={text('token.days')} hint={text('token.daysHint')}>
        <Select size="small" {...form.register('days', { valueAsNumber: true })}>
          {DAYS.map((days) => (
            <option key={days} value={days}>
              {text('token.dayCount', { count: days })}
            </option>
          ))}
        </Select>
      </WireField>
    </FormPanel>
  );
};
