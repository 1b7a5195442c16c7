import { Input } from '@fluentui/react-components';
import { changeTokenPolicy } from '@redoubt/contracts';
import { MAX_TOKEN_DAYS } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { useTenantTokenMutations } from '../profile.queries.ts';

/** How long tokens of the tenant may live at most. */
export const TokenPolicy = ({ maxDays }: { readonly maxDays: number }): ReactNode => {
  const text = useText('profile');
  const common = useText('common');
  const { policy } = useTenantTokenMutations();
  const form = useWireForm({
    body: changeTokenPolicy.body,
    values: { maxDays },
    texts: { maxDays: text('tokens.policyWrong', { max: MAX_TOKEN_DAYS }) },
    blocked: policy.isPending ? common('saving') : undefined,
    error: policy.error,
    onSubmit: (asked) => policy.mutate(asked.maxDays, { onSuccess: () => form.reset(asked) }),
  });
  return (
    <form className="row-wrap align-end px-page py-2" {...form.formProps}>
      <WireField
        form={form}
        name="maxDays"
        orientation="horizontal"
        label={text('tokens.policy')}
        hint={text('tokens.policyHint')}
      >
        <Input
          size="small"
          type="number"
          min={1}
          max={MAX_TOKEN_DAYS}
          {...form.register('maxDays', { valueAsNumber: true })}
        />
      </WireField>
      {form.isDirty ? (
        <CommandButton
          primary
          type="submit"
          command={{ id: 'save', text: common('action.save'), disabledReason: form.disabledReason }}
        />
      ) : null}
      {policy.error && !form.isToldAtField ? <ErrorState error={policy.error} compact /> : null}
    </form>
  );
};
