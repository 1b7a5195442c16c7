import { Input } from '@fluentui/react-components';
import { putCurrencySettings, type CurrencyDetail } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { useState, type ReactNode } from 'react';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { SaveRow } from './SaveRow.tsx';
import { useCurrencyMutations } from '../case-settings.queries.ts';

const TYPED = { shouldDirty: true, shouldValidate: true } as const;
const CODE_LENGTH = 3;

/** The currency that amounts are converted to, and how old a rate may be. */
export const CurrencyForm = ({ detail }: { readonly detail: CurrencyDetail }): ReactNode => {
  const { canWrite, version, currency, maxAgeDays } = detail;
  const text = useText('caseSettings');
  const common = useText('common');
  const { configure: put } = useCurrencyMutations();
  const [code, setCode] = useState(currency ?? '');
  const [age, setAge] = useState(String(maxAgeDays));
  const form = useWireForm({
    body: putCurrencySettings.body,
    values: { version, currency, maxAgeDays },
    texts: { currency: text('currency.codeWrong'), maxAgeDays: text('currency.ageWrong') },
    blocked: put.isPending ? common('saving') : undefined,
    error: put.error,
    onSubmit: (body) => put.mutate(body),
  });
  return (
    <form className="stack-4 prose" {...form.formProps}>
      <WireField form={form} name="currency" label={text('currency.code')} hint={text('currency.codeHint')}>
        <Input
          size="small"
          maxLength={CODE_LENGTH}
          autoCapitalize="characters"
          readOnly={!canWrite}
          value={code}
          onChange={(_event, { value }) => {
            const typed = value.trim().toUpperCase();
            setCode(typed);
            form.setValue('currency', typed === '' ? null : typed, TYPED);
          }}
        />
      </WireField>
      <WireField form={form} name="maxAgeDays" label={text('currency.age')} hint={text('currency.ageHint')}>
        <Input
          size="small"
          inputMode="numeric"
          readOnly={!canWrite}
          value={age}
          onChange={(_event, { value }) => {
            setAge(value);
            form.setValue('maxAgeDays', value.trim() === '' ? Number.NaN : Number(value), TYPED);
          }}
        />
      </WireField>
      <SaveRow id="saveCurrency" form={form} error={put.error} canWrite={canWrite} />
    </form>
  );
};
