import { Input, Select } from '@fluentui/react-components';
import type { alertText } from '@redoubt/contracts';
import { MAX_ALERT_URL, MAX_SILENCE_HOURS } from '@redoubt/domain';
import { useText, type TextKey } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { typedNumber } from '../forms/typed-number.ts';
import type { useWireForm } from '../forms/use-wire-form.ts';
import { WireField } from '../forms/WireField.tsx';

/** A form of an alert. */
type AlertForm = ReturnType<typeof useWireForm<typeof alertText>>;

const TYPED = { shouldDirty: true, shouldValidate: true } as const;

/** The number beyond which an alert opens, as it is typed. */
export const ThresholdField = (props: {
  readonly form: AlertForm;
  readonly label: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}): ReactNode => {
  const { form, label, typed, onType } = props;
  return (
    <WireField form={form} name="threshold" label={label}>
      <Input
        size="small"
        inputMode="decimal"
        value={typed}
        onChange={(_event, { value }) => {
          onType(value);
          form.setValue('threshold', typedNumber(value), TYPED);
        }}
      />
    </WireField>
  );
};

/** The time that one value is taken over. @param windows minutes that are offered. */
export const WindowField = (props: {
  readonly form: AlertForm;
  readonly label: string;
  readonly windows: readonly number[];
}): ReactNode => {
  const { form, label, windows } = props;
  const text = useText('alerts');
  return (
    <WireField form={form} name="windowMinutes" label={label}>
      <Select
        size="small"
        value={String(form.watch('windowMinutes'))}
        onChange={(_event, { value }) => form.setValue('windowMinutes', Number(value), TYPED)}
      >
        {windows.map((each) => (
          <option key={each} value={each}>
            {text(`windowOf.${each}` as TextKey<'alerts'>)}
          </option>
        ))}
      </Select>
    </WireField>
  );
};

/** Where messages are sent, and how seldom. */
export const MessageFields = ({ form }: { readonly form: AlertForm }): ReactNode => {
  const text = useText('alerts');
  return (
    <>
      <WireField form={form} name="webhookUrl" label={text('webhook')} hint={text('webhookHint')}>
        <Input
          size="small"
          type="url"
          maxLength={MAX_ALERT_URL}
          defaultValue={form.getValues('webhookUrl') ?? ''}
          onChange={(_event, { value }) => form.setValue('webhookUrl', value.trim() === '' ? null : value, TYPED)}
        />
      </WireField>
      <WireField form={form} name="silenceHours" label={text('silence')} hint={text('silenceHint')}>
        <Input
          size="small"
          type="number"
          min={1}
          max={MAX_SILENCE_HOURS}
          defaultValue={String(form.getValues('silenceHours'))}
          onChange={(_event, { value }) => form.setValue('silenceHours', typedNumber(value), TYPED)}
        />
      </WireField>
    </>
  );
};
