import { Field, Input, Select } from '@fluentui/react-components';
import type { Geography, SetUpRequest } from '@redoubt/contracts';
import { EDITIONS, isEnvironmentName, MAX_ENVIRONMENT_NAME, type Edition } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import { useState } from 'react';
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

/** What set-up must know. The place of the data is chosen, never assumed, where there are several. */
export const SetUpForm = ({ tenantName, geographies, error, onStart, onSignOut }: SetUpFormProps) => {
  const text = useText('firstRun');
  const shell = useText('shell');
  const [values, setValues] = useState<SetUpRequest>({
    tenantName,
    edition: 'Standard',
    environmentName: environmentNameOf(tenantName),
    geography: firstGeography(geographies),
    promotionCode: keptField('promotionCode'),
    offerId: keptField('offerId'),
  });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const change = <Key extends keyof SetUpRequest>(key: Key, value: SetUpRequest[Key]): void =>
    setValues((before) => ({ ...before, [key]: value }));
  const keep = (field: KeptField, value: string): void => {
    change(field, value);
    keepField(field, value);
  };
  const leave = (field: string): void => setLeft((before) => new Set([...before, field]));
  const problems = {
    tenantName: values.tenantName.trim() === '' ? text('setUp.needed') : undefined,
    environmentName: isEnvironmentName(values.environmentName) ? undefined : text('setUp.environmentNameWrong'),
    geography: values.geography === '' ? text('setUp.geographyNeeded') : undefined,
  };
  const shown = (field: keyof typeof problems): string | null => (left.has(field) ? (problems[field] ?? null) : null);
  const [problem] = Object.values(problems).filter((each) => each !== undefined);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === undefined) onStart(values);
        else setLeft(new Set(Object.keys(problems)));
      }}
    >
      <Field label={text('setUp.tenantName')} validationMessage={shown('tenantName')}>
        <Input
          value={values.tenantName}
          maxLength={100}
          onChange={(_event, { value }) => change('tenantName', value)}
          onBlur={() => leave('tenantName')}
        />
      </Field>
      <Field label={text('setUp.edition')} hint={text('setUp.editionHint')}>
        <Select value={values.edition} onChange={(_event, { value }) => change('edition', value as Edition)}>
          {EDITIONS.map((edition) => (
            <option key={edition} value={edition}>
              {text(`setUp.editions.${edition}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={text('setUp.environmentName')}
        hint={text('setUp.environmentNameHint')}
        validationMessage={shown('environmentName')}
      >
        <Input
          value={values.environmentName}
          maxLength={MAX_ENVIRONMENT_NAME}
          onChange={(_event, { value }) => change('environmentName', value)}
          onBlur={() => leave('environmentName')}
        />
      </Field>
      <Field label={text('setUp.geography')} hint={text('setUp.geographyHint')} validationMessage={shown('geography')}>
        <Select
          value={values.geography}
          onChange={(_event, { value }) => keep('geography', value)}
          onBlur={() => leave('geography')}
        >
          {geographies.length > 1 ? <option value="">{text('setUp.geographyChoose')}</option> : null}
          {geographies.map(({ code, friendlyName }) => (
            <option key={code} value={code}>
              {friendlyName}
            </option>
          ))}
        </Select>
      </Field>
      <details className={styles.keys}>
        <summary>{text('setUp.keys')}</summary>
        <Field label={text('setUp.promotionCode')}>
          <Input value={values.promotionCode} onChange={(_event, { value }) => keep('promotionCode', value)} />
        </Field>
        <Field label={text('setUp.offerId')}>
          <Input value={values.offerId} onChange={(_event, { value }) => keep('offerId', value)} />
        </Field>
      </details>
      {error === null ? null : <ErrorState error={error} compact />}
      <div className="row-wrap">
        <CommandButton
          primary
          type="submit"
          command={{ id: 'start', text: text('setUp.start'), disabledReason: problem }}
        />
        <CommandButton
          appearance="outline"
          command={{ id: 'signOut', text: shell('user.signOut'), onSelect: onSignOut }}
        />
      </div>
    </form>
  );
};
