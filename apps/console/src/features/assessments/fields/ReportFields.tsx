import { Checkbox } from '@fluentui/react-components';
import type { CustomFieldInput } from '@redoubt/contracts';
import {
  countableObservationFields,
  MAX_OWN_OBSERVATION_FIELDS,
  reportedObservationFields,
  type CustomField,
} from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from '../assessments.module.css';

/** What a customer defined: an observation, or the label. */
export type RelatedPart = 'observation' | 'label';

/** Fields as they are typed, without what surrounds their names. */
const typed = (fields: readonly CustomFieldInput[]): readonly CustomField[] =>
  fields.map((field) => ({ ...field, path: field.path.trim() }) as CustomField);

/** A choice without fields that are gone or changed their type since. Null: the first ones. */
export const soundChoice = (
  part: RelatedPart,
  fields: readonly CustomFieldInput[],
  value: readonly string[] | null,
): string[] | null =>
  value &&
  countableObservationFields(part, typed(fields))
    .map(({ path }) => path)
    .filter((path) => value.includes(path));

export type ReportFieldsProps = {
  readonly part: RelatedPart;
  readonly fields: readonly CustomFieldInput[];
  /** Paths of the chosen fields. Null: the first ones. */
  readonly value: readonly string[] | null;
  readonly onChange: (value: string[] | null) => void;
};

/** Which own fields the report of observations tells apart: the first ones, or chosen ones. */
export const ReportFields = ({ part, fields, value, onChange }: ReportFieldsProps): ReactNode => {
  const text = useText('assessments');
  const countable = countableObservationFields(part, typed(fields));
  const shown = reportedObservationFields(part, { fields: typed(fields), reportFields: value }).map(({ path }) => path);
  const choose = (path: string, isChosen: boolean): void =>
    onChange(isChosen ? [...shown, path] : shown.filter((each) => each !== path));
  return (
    <Section title={text('reportFields')}>
      <p className="soft">{text('reportFieldsNote', { most: MAX_OWN_OBSERVATION_FIELDS })}</p>
      <Checkbox
        label={text('reportFieldsChosen')}
        checked={value !== null}
        disabled={countable.length === 0 && value === null}
        onChange={(_event, { checked }) => onChange(checked === true ? shown : null)}
      />
      {countable.length === 0 ? (
        <p className="soft">{text('reportFieldsNone')}</p>
      ) : (
        <div className={styles.choices} role="group" aria-label={text('reportFields')}>
          {countable.map(({ path, friendlyName }) => (
            <Checkbox
              key={path}
              label={friendlyName === '' ? path : friendlyName}
              checked={shown.includes(path)}
              disabled={value === null || (shown.length >= MAX_OWN_OBSERVATION_FIELDS && !shown.includes(path))}
              onChange={(_event, { checked }) => choose(path, checked === true)}
            />
          ))}
        </div>
      )}
    </Section>
  );
};
