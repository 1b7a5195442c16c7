import { Button, Field, Input, Select, Textarea } from '@fluentui/react-components';
import { searchFilter, type SearchFilter } from '@redoubt/contracts';
import { fieldDimension, isFieldDimension, REPORT_FIELD_NAMES } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { fromMomentField, toMomentField } from '../../../shared/moment-field.ts';
import {
  asksPresence,
  choicesOf,
  FIELD_ORDER,
  filterProblem,
  operatorsOf,
  takesOneValue,
  valueKindOf,
  type AnyField,
  type ObservationKinds,
  type OwnFields,
} from '../../../shared/search/search-fields.ts';
import { useFieldText } from '../../../shared/search/use-field-text.ts';
import styles from '../../../shared/search/sentence/filters.module.css';
import { ValueChoices } from '../../../shared/search/sentence/ValueChoices.tsx';

const firstFilter: SearchFilter = { field: 'decision', operator: 'is', values: [] };

const withField = (field: AnyField, own: OwnFields): SearchFilter => ({
  field,
  operator: operatorsOf(field, own)[0] ?? 'is',
  values: [],
});

const linesOf = (typed: string): string[] => [...new Set(typed.split('\n').map((line) => line.trim()))].filter(Boolean);

/** As it is edited: values that are not chosen are typed, one to a line. */
const condition = searchFilter.extend({ values: z.array(z.string()), typed: z.string() });

/** Field, operator and values of one condition; values stand one to a line. */
export const ConditionEditor = (props: {
  /** Nothing for a new condition. */
  readonly filter?: SearchFilter;
  /** Fields that customers defined, offered after those of the product. */
  readonly own: OwnFields;
  /** Observations and labels that the events can have. */
  readonly observations: ObservationKinds;
  readonly onApply: (filter: SearchFilter) => void;
  readonly onRemove?: () => void;
}): ReactNode => {
  const { own, observations } = props;
  const text = useText('search');
  const common = useText('common');
  const { timeZone } = useFormats();
  const say = useFieldText(own, undefined, observations);
  const first = props.filter ?? firstFilter;
  const [moment] = valueKindOf(first.field, own) === 'time' ? first.values : [];
  const form = useWireForm({
    body: condition.transform(({ typed, ...filter }, context): SearchFilter => {
      const isChosen = choicesOf(filter.field, own, observations).length > 0;
      const isTime = valueKindOf(filter.field, own) === 'time';
      const values = isChosen ? filter.values : linesOf(isTime ? fromMomentField(typed, timeZone) : typed);
      const whole = { ...filter, values: asksPresence(filter.operator) ? [] : values };
      const problem = filterProblem(whole, own);
      if (problem !== undefined)
        context.addIssue({
          code: 'custom',
          path: [isChosen ? 'values' : 'typed'],
          message: text(`filterProblem.${problem}`),
        });
      return whole;
    }),
    values: { ...first, typed: moment === undefined ? first.values.join('\n') : toMomentField(moment, timeZone) },
    texts: {},
    onSubmit: props.onApply,
  });
  const filter = form.watch() as SearchFilter & { readonly typed: string };
  const choices = choicesOf(filter.field, own, observations);
  const kind = valueKindOf(filter.field, own);
  const numeric = kind === 'number';
  const problem = form.problemAt('values');
  // One of a defined assessment is known where a report has asked for it.
  const asked = isFieldDimension(filter.field) ? [filter.field] : [];
  const reported = [...new Set([...REPORT_FIELD_NAMES.map(fieldDimension), ...asked])];
  return (
    <form className={styles.editor} {...form.formProps}>
      <Field label={text('condition.field')} size="small">
        <Select
          size="small"
          value={filter.field}
          onChange={(_event, { value }) => form.reset({ ...withField(value as AnyField, own), typed: '' })}
        >
          {FIELD_ORDER.map((field) => (
            <option key={field} value={field}>
              {say.field(field)}
            </option>
          ))}
          <optgroup label={text('condition.reportFields')}>
            {reported.map((field) => (
              <option key={field} value={field}>
                {say.field(field)}
              </option>
            ))}
          </optgroup>
          {own.length === 0 ? null : (
            <optgroup label={text('condition.ownFields')}>
              {own.map(({ field }) => (
                <option key={field} value={field}>
                  {say.field(field as AnyField)}
                </option>
              ))}
            </optgroup>
          )}
        </Select>
      </Field>
      <Field label={text('condition.operator')} size="small">
        <Select
          size="small"
          value={filter.operator}
          onChange={(_event, { value }) => form.setValue('operator', value as SearchFilter['operator'])}
        >
          {operatorsOf(filter.field, own).map((operator) => (
            <option key={operator} value={operator}>
              {say.operator(filter.field, operator)}
            </option>
          ))}
        </Select>
      </Field>
      {asksPresence(filter.operator) ? null : choices.length > 0 ? (
        <ValueChoices
          choices={choices}
          chosen={filter.values}
          nameOf={(choice) => say.value(filter.field, choice)}
          problem={problem}
          onChoose={(chosen) => form.setValue('values', chosen, { shouldValidate: form.formState.isSubmitted })}
        />
      ) : kind === 'time' ? (
        <WireField form={form} name="typed" label={text('condition.value')}>
          <Input type="datetime-local" step={1} size="small" {...form.register('typed')} value={filter.typed} />
        </WireField>
      ) : takesOneValue(filter.operator) || numeric ? (
        <WireField form={form} name="typed" label={text('condition.value')}>
          <Input
            size="small"
            inputMode={numeric ? 'decimal' : 'text'}
            {...form.register('typed')}
            value={filter.typed}
          />
        </WireField>
      ) : (
        <WireField form={form} name="typed" label={text('condition.values')} hint={text('condition.onePerLine')}>
          <Textarea size="small" rows={3} {...form.register('typed')} value={filter.typed} />
        </WireField>
      )}
      <div className="row pt-1">
        <Button type="submit" size="small" appearance="primary">
          {common('action.apply')}
        </Button>
        {props.onRemove ? (
          <Button size="small" onClick={props.onRemove}>
            {text('condition.remove')}
          </Button>
        ) : null}
      </div>
    </form>
  );
};
