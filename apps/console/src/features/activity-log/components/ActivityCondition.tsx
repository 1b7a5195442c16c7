import { Button, Field, Select, Textarea } from '@fluentui/react-components';
import { activityFilter, type ActivityFilter } from '@redoubt/contracts';
import {
  ACTIVITY_ATTRIBUTES,
  ACTIVITY_OPERATIONS,
  ACTIVITY_OPERATORS,
  ACTIVITY_RESOURCES,
  MAX_ACTIVITY_VALUES,
  takesValues,
  type ActivityAttribute,
  type ActivityOperator,
} from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import styles from '../../../shared/search/sentence/filters.module.css';
import { ValueChoices } from '../../../shared/search/sentence/ValueChoices.tsx';
import { useActivityTexts } from '../use-activity-texts.ts';
import own from './condition.module.css';

const FIRST: ActivityFilter = { attribute: 'operation', operator: 'in', values: [] };

/** What can be chosen for an attribute; undefined where values are typed. */
const choicesOf = (attribute: ActivityAttribute): readonly string[] | undefined => {
  if (attribute === 'operation') return ACTIVITY_OPERATIONS;
  return attribute === 'resourceType' ? ACTIVITY_RESOURCES : undefined;
};

const linesOf = (typed: string): string[] =>
  [...new Set(typed.split('\n').map((line) => line.trim()))].filter(Boolean).slice(0, MAX_ACTIVITY_VALUES);

/** As it is edited: values that are not chosen are typed, one to a line. */
const condition = activityFilter.extend({ values: z.array(z.string()), typed: z.string() });

/** Attribute, operator and values of one condition. */
export const ActivityCondition = (props: {
  /** Nothing for a new condition. */
  readonly filter?: ActivityFilter;
  readonly onApply: (filter: ActivityFilter) => void;
}): ReactNode => {
  const text = useText('activityLog');
  const search = useText('search');
  const common = useText('common');
  const say = useActivityTexts();
  const first = props.filter ?? FIRST;
  const form = useWireForm({
    body: condition.transform(({ typed, ...filter }, context): ActivityFilter => {
      const isChosen = choicesOf(filter.attribute) !== undefined;
      const values = isChosen ? filter.values : linesOf(typed);
      const asks = takesValues(filter.operator);
      if (asks && values.length === 0)
        context.addIssue({ code: 'custom', path: [isChosen ? 'values' : 'typed'], message: text('valuesMissing') });
      return { ...filter, values: asks ? values : [] };
    }),
    values: { ...first, typed: first.values.join('\n') },
    texts: {},
    onSubmit: props.onApply,
  });
  const filter = form.watch();
  const choices = choicesOf(filter.attribute);
  const problem = form.problemAt('values');
  const nameOf = (value: string): string => (filter.attribute === 'operation' ? say.operation(value) : say.kind(value));
  return (
    <form className={styles.editor} {...form.formProps}>
      <Field label={search('condition.field')} size="small">
        <Select
          size="small"
          value={filter.attribute}
          onChange={(_event, { value }) =>
            form.reset({ ...FIRST, attribute: value as ActivityAttribute, operator: filter.operator, typed: '' })
          }
        >
          {ACTIVITY_ATTRIBUTES.map((attribute) => (
            <option key={attribute} value={attribute}>
              {text(`attribute.${attribute}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={search('condition.operator')} size="small">
        <Select
          size="small"
          value={filter.operator}
          onChange={(_event, { value }) => form.setValue('operator', value as ActivityOperator)}
        >
          {ACTIVITY_OPERATORS.map((operator) => (
            <option key={operator} value={operator}>
              {text(`operator.${operator}`)}
            </option>
          ))}
        </Select>
      </Field>
      {!takesValues(filter.operator) ? null : choices === undefined ? (
        <WireField form={form} name="typed" label={search('condition.values')} hint={search('condition.onePerLine')}>
          <Textarea size="small" rows={3} {...form.register('typed')} value={filter.typed} />
        </WireField>
      ) : (
        <ValueChoices
          className={own.choices}
          choices={choices}
          chosen={filter.values}
          nameOf={nameOf}
          problem={problem}
          onChoose={(chosen) => form.setValue('values', chosen, { shouldValidate: form.formState.isSubmitted })}
        />
      )}
      <div className="row pt-1">
        <Button type="submit" size="small" appearance="primary">
          {common('action.apply')}
        </Button>
      </div>
    </form>
  );
};
