import { Button, Checkbox, Field, Input, Select, Textarea } from '@fluentui/react-components';
import type { SearchFilter } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { useState, type ReactNode } from 'react';
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
  type OwnFields,
} from '../../../shared/search/search-fields.ts';
import { useFieldText } from '../../../shared/search/use-field-text.ts';
import styles from './filters.module.css';

const firstFilter: SearchFilter = { field: 'decision', operator: 'is', values: [] };

const withField = (field: AnyField, own: OwnFields): SearchFilter => ({
  field,
  operator: operatorsOf(field, own)[0] ?? 'is',
  values: [],
});

const linesOf = (typed: string): string[] => [...new Set(typed.split('\n').map((line) => line.trim()))].filter(Boolean);

/** Field, operator and values of one condition; values stand one to a line. */
export const ConditionEditor = (props: {
  /** Nothing for a new condition. */
  readonly filter?: SearchFilter;
  /** Fields that customers defined, offered after those of the product. */
  readonly own: OwnFields;
  readonly onApply: (filter: SearchFilter) => void;
  readonly onRemove?: () => void;
}): ReactNode => {
  const { own } = props;
  const text = useText('search');
  const common = useText('common');
  const { timeZone } = useFormats();
  const say = useFieldText(own);
  const [filter, setFilter] = useState<SearchFilter>(props.filter ?? firstFilter);
  const [typed, setTyped] = useState(filter.values.join('\n'));
  const [left, setLeft] = useState(false);
  const choices = choicesOf(filter.field, own);
  const values = choices.length > 0 ? filter.values : linesOf(typed);
  const whole: SearchFilter = { ...filter, values: asksPresence(filter.operator) ? [] : values };
  const problem = filterProblem(whole, own);
  const message = left && problem ? text(`filterProblem.${problem}`) : undefined;
  const validation = message ? { validationMessage: message } : {};
  const kind = valueKindOf(filter.field, own);
  const numeric = kind === 'number';
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        setLeft(true);
        if (!problem) props.onApply(whole);
      }}
    >
      <Field label={text('condition.field')} size="small">
        <Select
          size="small"
          value={filter.field}
          onChange={(_event, { value }) => {
            setFilter(withField(value as AnyField, own));
            setTyped('');
            setLeft(false);
          }}
        >
          {FIELD_ORDER.map((field) => (
            <option key={field} value={field}>
              {say.field(field)}
            </option>
          ))}
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
          onChange={(_event, { value }) => setFilter({ ...filter, operator: value as SearchFilter['operator'] })}
        >
          {operatorsOf(filter.field, own).map((operator) => (
            <option key={operator} value={operator}>
              {say.operator(filter.field, operator)}
            </option>
          ))}
        </Select>
      </Field>
      {asksPresence(filter.operator) ? null : choices.length > 0 ? (
        <fieldset className={styles.choices}>
          <legend>{text('condition.values')}</legend>
          {choices.map((choice) => (
            <Checkbox
              key={choice}
              label={say.value(filter.field, choice)}
              checked={filter.values.includes(choice)}
              onChange={(_event, { checked }) =>
                setFilter({
                  ...filter,
                  values: choices.filter((each) => (each === choice ? checked : filter.values.includes(each))),
                })
              }
            />
          ))}
          {message ? (
            <p role="alert" className="problem-text">
              {message}
            </p>
          ) : null}
        </fieldset>
      ) : kind === 'time' ? (
        <Field label={text('condition.value')} size="small" {...validation}>
          <Input
            type="datetime-local"
            step={1}
            size="small"
            value={typed === '' ? '' : toMomentField(typed, timeZone)}
            onBlur={() => setLeft(typed !== '')}
            onChange={(_event, { value }) => setTyped(fromMomentField(value, timeZone))}
          />
        </Field>
      ) : takesOneValue(filter.operator) || numeric ? (
        <Field label={text('condition.value')} size="small" {...validation}>
          <Input
            size="small"
            inputMode={numeric ? 'decimal' : 'text'}
            value={typed}
            onBlur={() => setLeft(typed !== '')}
            onChange={(_event, { value }) => setTyped(value)}
          />
        </Field>
      ) : (
        <Field label={text('condition.values')} size="small" hint={text('condition.onePerLine')} {...validation}>
          <Textarea
            size="small"
            rows={3}
            value={typed}
            onBlur={() => setLeft(typed !== '')}
            onChange={(_event, { value }) => setTyped(value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && event.ctrlKey) event.currentTarget.form?.requestSubmit();
            }}
          />
        </Field>
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
