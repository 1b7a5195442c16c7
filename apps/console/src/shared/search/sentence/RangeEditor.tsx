import { Button, Input } from '@fluentui/react-components';
import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useWireForm } from '../../forms/use-wire-form.ts';
import { WireField } from '../../forms/WireField.tsx';
import { fromMomentField, toMomentField } from '../../moment-field.ts';
import { MAX_RANGE_MONTHS, RANGE_PRESETS, rangeProblem, type TimeRange, type TimeWindow } from '../time-range.ts';
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
  const form = useWireForm({
    body: z.object({ from: z.string(), to: z.string() }).transform(({ from, to }, context) => {
      const between = { from: fromMomentField(from, timeZone), to: fromMomentField(to, timeZone) };
      const problem = rangeProblem(between.from, between.to);
      if (problem !== undefined)
        context.addIssue({
          code: 'custom',
          path: [problem === 'fromMissing' ? 'from' : 'to'],
          message: text(`rangeProblem.${problem}`, { count: MAX_RANGE_MONTHS }),
        });
      return between;
    }),
    values: {
      from: toMomentField(props.window.from, timeZone),
      to: toMomentField(props.window.to, timeZone),
    },
    texts: {},
    onSubmit: (between) => props.onChange({ kind: 'between', ...between }),
  });
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
      <form className={styles.editor} {...form.formProps}>
        <WireField form={form} name="from" label={text('range.from')}>
          <Input type="datetime-local" step={1} size="small" {...form.register('from')} />
        </WireField>
        <WireField
          form={form}
          name="to"
          label={text('range.to')}
          hint={`${text('range.longest', { count: MAX_RANGE_MONTHS })} ${zone}`}
        >
          <Input type="datetime-local" step={1} size="small" {...form.register('to')} />
        </WireField>
        <Button type="submit" size="small" appearance="primary">
          {common('action.apply')}
        </Button>
      </form>
    </div>
  );
};
