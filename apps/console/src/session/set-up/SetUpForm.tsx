import { Field, Input, Select } from '@fluentui/react-components';
import { setUpTenant, type Geography, type SetUpRequest } from '@redoubt/contracts';
import { EDITIONS, isEnvironmentName, MAX_ENVIRONMENT_NAME } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import { z } from 'zod';
import { useWireForm } from '../../shared/forms/use-wire-form.ts';
import { WireField } from '../../shared/forms/WireField.tsx';
import { keepField, keptField, type KeptField } from './set-up-storage.ts';
import styles from './set-up.module.css';

/** A name an environment can have, from that of the organisation. */
export const environmentNameOf = (tenantName: string): string =>
  tenantName
    .replaceAll(/[^\p{L}\p{M}\p{N}_ ]+/gu, ' ')
    .trim()
    .slice(0, MAX_ENVIRONMENT_NAME)
    .trim() || 'Production';

export type SetUpFormProps = {
  readonly tenantName: string;
  readonly geographies: readonly Geography[];
  readonly error: unknown;
  readonly onStart: (request: SetUpRequest) => void;
  readonly onSignOut: () => void;
};

const firstGeography = (geographies: readonly Geography[]): string => {
  const kept = keptField('geography');
  if (geographies.some(({ code }) => code === kept)) return kept;
  return geographies.length === 1 ? (geographies[0]?.code ?? '') : '';
};

/** The endpoint answers a code of its own to a name no environment can have. */
const body = setUpTenant.body.extend({ environmentName: z.string().refine(isEnvironmentName) });

/** What set-up must know. The place of the data is chosen, never assumed, where there are several. */
export const SetUpForm = ({ tenantName, geographies, error, onStart, onSignOut }: SetUpFormProps) => {
  const text = useText('firstRun');
  const shell = useText('shell');
  const form = useWireForm({
    body,
    values: {
      tenantName,
      edition: 'Standard',
      environmentName: environmentNameOf(tenantName),
      geography: firstGeography(geographies),
      promotionCode: keptField('promotionCode'),
      offerId: keptField('offerId'),
    },
    texts: {
      tenantName: text('setUp.needed'),
      environmentName: text('setUp.environmentNameWrong'),
      geography: text('setUp.geographyNeeded'),
    },
    error,
    fieldOf: { 'ENV-NAME-INVALID': 'environmentName', 'TENANT-GEOGRAPHY-UNKNOWN': 'geography' },
    onSubmit: onStart,
  });
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
        name="environmentName"
        label={text('setUp.environmentName')}
        hint={text('setUp.environmentNameHint')}
      >
        <Input maxLength={MAX_ENVIRONMENT_NAME} {...form.register('environmentName')} />
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
      {error === null || form.isToldAtField ? null : <ErrorState error={error} compact />}
      <div className="row-wrap">
        <CommandButton
          primary
          type="submit"
          command={{ id: 'start', text: text('setUp.start'), disabledReason: form.disabledReason }}
        />
        <CommandButton
          appearance="outline"
          command={{ id: 'signOut', text: shell('user.signOut'), onSelect: onSignOut }}
        />
      </div>
    </form>
  );
};
