import { Field, Input, Select } from '@fluentui/react-components';
import { setUpTenant, type SetUp } from '@redoubt/contracts';
import { EDITIONS } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useWireForm } from '../../shared/forms/use-wire-form.ts';
import { WireField } from '../../shared/forms/WireField.tsx';
import type { SetUpDraft } from './set-up-draft.ts';
import { keepField, type KeptField } from './set-up-storage.ts';
import { StepButtons, type StepProps } from './StepButtons.tsx';
import { useKeptValues } from './use-kept-values.ts';
import styles from './set-up.module.css';

type OrganisationStepProps = StepProps & {
  readonly geographies: SetUp['geographies'];
  readonly values: SetUpDraft['organisation'];
  readonly onTyped: (values: SetUpDraft['organisation']) => void;
  readonly onNext: (values: SetUpDraft['organisation']) => void;
};

/** Name, edition and place of the data. */
export const OrganisationStep = ({ geographies, values, onTyped, onNext, ...rest }: OrganisationStepProps) => {
  const text = useText('firstRun');
  const form = useWireForm({
    body: setUpTenant.body.shape.organisation,
    values,
    texts: { tenantName: text('setUp.needed'), geography: text('setUp.geographyNeeded') },
    error: rest.error,
    fieldOf: { 'TENANT-GEOGRAPHY-UNKNOWN': 'geography' },
    onSubmit: onNext,
  });
  useKeptValues(form, ({ promotionCode = '', offerId = '', ...typed }) =>
    onTyped({ ...typed, promotionCode, offerId }),
  );
  const kept = (field: KeptField) =>
    form.register(field, { onChange: ({ target }: { target: { value: string } }) => keepField(field, target.value) });
  return (
    <form className={styles.form} {...form.formProps}>
      <WireField form={form} size="medium" name="tenantName" label={text('setUp.tenantName')}>
        <Input maxLength={100} {...form.register('tenantName')} />
      </WireField>
      <WireField
        form={form}
        size="medium"
        name="edition"
        label={text('setUp.edition')}
        hint={text('setUp.editionHint')}
      >
        <Select {...form.register('edition')}>
          {EDITIONS.map((edition) => (
            <option key={edition} value={edition}>
              {text(`setUp.editions.${edition}`)}
            </option>
          ))}
        </Select>
      </WireField>
      <WireField
        form={form}
        size="medium"
        name="geography"
        label={text('setUp.geography')}
        hint={text('setUp.geographyHint')}
      >
        <Select {...kept('geography')}>
          {geographies.length > 1 ? <option value="">{text('setUp.geographyChoose')}</option> : null}
          {geographies.map(({ code, friendlyName }) => (
            <option key={code} value={code}>
              {friendlyName}
            </option>
          ))}
        </Select>
      </WireField>
      <details className={styles.keys}>
        <summary>{text('setUp.keys')}</summary>
        <Field label={text('setUp.promotionCode')}>
          <Input {...kept('promotionCode')} />
        </Field>
        <Field label={text('setUp.offerId')}>
          <Input {...kept('offerId')} />
        </Field>
      </details>
      <StepButtons {...rest} disabledReason={form.disabledReason} isTold={form.isToldAtField} />
    </form>
  );
};
