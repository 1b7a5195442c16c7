import { Input, Select } from '@fluentui/react-components';
import { BeakerRegular } from '@fluentui/react-icons';
import { startExperiment } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { DAY_MS } from '@redoubt/kernel';
import { CommandButton, ErrorState } from '@redoubt/ui';
import { z } from 'zod';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import { useRulePlace } from '../../../shared/assessments/assessment.ts';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { DecisionOptions } from '../../../shared/forms/options.tsx';
import { useBranchMutations } from '../../../shared/rules/use-branch-mutations.ts';

/** Days an experiment can be given; 0 runs until it is stopped. */
const LENGTHS = [0, 1, 3, 7, 14, 30] as const;

/** The nearest share that an experiment can have. */
const shareOf = (typed: number): number => Math.min(100, Math.max(1, Math.round(typed || 1)));

/** A length in days from a start, which the field for date and time gives without a zone; empty means now. */
const body = z
  .object({
    sharePercent: z.number().or(z.nan()).transform(shareOf),
    watched: startExperiment.body.shape.watched,
    startsAt: z.string(),
    days: z.number(),
  })
  .transform(({ startsAt, days, ...experiment }) => {
    const startMs = startsAt === '' ? Date.now() : new Date(startsAt).getTime();
    return {
      ...experiment,
      ...(startsAt === '' ? {} : { startsAt: new Date(startMs).toISOString() }),
      ...(days === 0 ? {} : { endsAt: new Date(startMs + days * DAY_MS).toISOString() }),
    };
  });

/** Starts an experiment of a branch, now or later. */
export const ExperimentForm = ({ branch }: { readonly branch: string }) => {
  const text = useText('branches');
  const common = useText('common');
  const notify = useNotify();
  const { start } = useBranchMutations(useRulePlace());
  const form = useWireForm({
    body,
    values: { sharePercent: 100, watched: 'Reject', startsAt: '', days: 7 },
    texts: {},
    blocked: start.isPending ? common('saving') : undefined,
    error: start.error,
    fieldOf: { 'EXPERIMENT-PERIOD-INVALID': 'days' },
    onSubmit: (experiment) =>
      start.mutate(
        { branch, ...experiment },
        {
          onSuccess: () => {
            const isLater = experiment.startsAt !== undefined && Date.parse(experiment.startsAt) > Date.now();
            notify({ severity: 'Success', title: text(isLater ? 'experiment.planned' : 'experiment.started') });
          },
        },
      ),
  });
  const share = form.watch('sharePercent');
  return (
    <form className="stack-3" aria-label={text('experiment.start')} {...form.formProps}>
      <WireField form={form} name="sharePercent" label={text('experiment.share')}>
        <Input
          size="small"
          type="number"
          min={1}
          max={100}
          {...form.register('sharePercent', {
            valueAsNumber: true,
            onBlur: () => form.setValue('sharePercent', shareOf(share)),
          })}
          value={Number.isNaN(share) ? '' : String(share)}
        />
      </WireField>
      <WireField form={form} name="watched" label={text('experiment.watched')}>
        <Select size="small" {...form.register('watched')}>
          <DecisionOptions />
        </Select>
      </WireField>
      <WireField form={form} name="startsAt" label={text('experiment.starts')} hint={text('experiment.startsNote')}>
        <Input size="small" type="datetime-local" {...form.register('startsAt')} />
      </WireField>
      <WireField form={form} name="days" label={text('experiment.ends')}>
        <Select size="small" {...form.register('days', { valueAsNumber: true })}>
          {LENGTHS.map((each) => (
            <option key={each} value={each}>
              {each === 0 ? text('experiment.open') : text('experiment.days', { count: each })}
            </option>
          ))}
        </Select>
      </WireField>
      {start.error && !form.isToldAtField ? <ErrorState compact error={start.error} /> : null}
      <div>
        <CommandButton
          appearance="outline"
          type="submit"
          command={{
            id: 'start',
            text: text('experiment.start'),
            icon: BeakerRegular,
            disabledReason: form.disabledReason,
          }}
        />
      </div>
    </form>
  );
};
