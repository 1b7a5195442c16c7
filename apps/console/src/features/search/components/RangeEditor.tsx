import { Button, Field, Input } from '@fluentui/react-components';
import { useFormats, useText } from '@redoubt/i18n';
import { useState, type ReactNode } from 'react';
import { fromMomentField, toMomentField } from '../../../shared/moment-field.ts';
import {
  MAX_RANGE_MONTHS,
  RANGE_PRESETS,
  rangeProblem,
  type TimeRange,
  type TimeWindow,
} from '../../../shared/search/time-range.ts';
import styles from './filters.module.css';

/** Presets to pick from, and two moments to type. */
export const RangeEditor = (props: {
  readonly range: TimeRange;
  readonly window: TimeWindow;
  readonly onChange: (range: TimeRange) => void;
}): ReactNode => {
  const text = useText('search');
  const common = useText('common');
  const { timeZone } = useFormats();
  const [from, setFrom] = useState(() => toMomentField(props.window.from, timeZone));
  const [to, setTo] = useState(() => toMomentField(props.window.to, timeZone));
  const [left, setLeft] = useState(false);
  const between = { from: fromMomentField(from, timeZone), to: fromMomentField(to, timeZone) };
  const problem = rangeProblem(between.from, between.to);
  const message = left && problem ? text(`rangeProblem.${problem}`, { count: MAX_RANGE_MONTHS }) : undefined;
  const zone = text(timeZone === 'utc' ? 'range.inUtc' : 'range.inLocal');
  return (
    <div className={styles.range}>
      <ul className="plain-list stack">
        {RANGE_PRESETS.map((preset) => (
          <li key={preset}>
            <button
              type="button"
              className={styles.preset}
              aria-pressed={props.range.kind === 'preset' && props.range.preset === preset}
              onClick={() => props.onChange({ kind: 'preset', preset })}
            >
              {text(`preset.${preset}`)}
            </button>
          </li>
        ))}
      </ul>
      <form
        className={styles.editor}
        onSubmit={(event) => {
          event.preventDefault();
          setLeft(true);
          if (!problem) props.onChange({ kind: 'between', ...between });
        }}
      >
        <Field label={text('range.from')} size="small">
          <Input
            type="datetime-local"
            step={1}
            size="small"
            value={from}
            onBlur={() => setLeft(true)}
            onChange={(_event, { value }) => setFrom(value)}
          />
        </Field>
        <Field
          label={text('range.to')}
          size="small"
          hint={`${text('range.longest', { count: MAX_RANGE_MONTHS })} ${zone}`}
          {...(message ? { validationMessage: message } : {})}
        >
          <Input
            type="datetime-local"
            step={1}
            size="small"
            value={to}
            onBlur={() => setLeft(true)}
            onChange={(_event, { value }) => setTo(value)}
          />
        </Field>
        <Button type="submit" size="small" appearance="primary">
          {common('action.apply')}
        </Button>
      </form>
    </div>
  );
};
