import { Input } from '@fluentui/react-components';
import { putUsagePrices, type Billing } from '@redoubt/contracts';
import { PRICE_FIELDS, type PriceField } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { DateTimeText } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { typedNumber } from '../../../shared/forms/typed-number.ts';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { usePutUsagePrices } from '../usage.queries.ts';

/** The form also asks it about the number that a field begins with. */
const AS_NUMBER = { setValueAs: (typed: string | number) => typedNumber(String(typed)) };
const CODE_LENGTH = 3;
const NOTHING = {
  currency: '',
  purchase: 0,
  account: 0,
  assessment: 0,
  lossPrevention: 0,
  others: 0,
  storage: 0,
  shared: 0,
};

/** What usage costs in the tenant. */
export const PricesForm = ({
  billing: { prices, changed, version, canWrite },
  onClose,
}: {
  readonly billing: Pick<Billing, 'prices' | 'changed' | 'version' | 'canWrite'>;
  readonly onClose: () => void;
}): ReactNode => {
  const text = useText('usage');
  const common = useText('common');
  const notify = useNotify();
  const put = usePutUsagePrices();
  const values = prices ?? NOTHING;
  const form = useWireForm({
    body: putUsagePrices.body,
    values: { version, prices: values },
    texts: {
      'prices.currency': text('billing.form.currencyWrong'),
      ...Object.fromEntries(PRICE_FIELDS.map((field) => [`prices.${field}`, text('billing.form.wrong')])),
    },
    blocked: put.isPending ? common('saving') : canWrite ? undefined : text('billing.form.readOnly'),
    error: put.error,
    onSubmit: (body) =>
      put.mutate(body, {
        onSuccess: () => {
          notify({ severity: 'Success', title: text('billing.form.saved') });
          onClose();
        },
      }),
  });
  const hintOf = (field: PriceField): { readonly hint?: string } =>
    field === 'shared' || field === 'storage' ? { hint: text(`billing.form.${field}Hint`) } : {};
  return (
    <FormPanel
      title={text('billing.form.title')}
      form={{ ...form, disabledReason: form.disabledReason ?? (form.isDirty ? undefined : text('billing.form.same')) }}
      action={common('action.save')}
      error={put.error}
      onClose={onClose}
    >
      <p className="muted">{text('billing.form.what')}</p>
      {changed ? (
        <p className="quiet-small m-0">
          {text('billing.changed', { by: changed.by })} <DateTimeText at={changed.at} />
        </p>
      ) : null}
      <WireField form={form} name="prices.currency" label={text('billing.form.currency')}>
        <Input
          size="small"
          maxLength={CODE_LENGTH}
          autoCapitalize="characters"
          readOnly={!canWrite}
          {...form.register('prices.currency')}
        />
      </WireField>
      {PRICE_FIELDS.map((field) => (
        <WireField
          key={field}
          form={form}
          name={`prices.${field}`}
          label={text(`billing.form.${field}`)}
          {...hintOf(field)}
        >
          <Input
            size="small"
            inputMode="decimal"
            readOnly={!canWrite}
            {...form.register(`prices.${field}`, AS_NUMBER)}
          />
        </WireField>
      ))}
    </FormPanel>
  );
};
