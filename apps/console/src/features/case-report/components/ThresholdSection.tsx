import { Input, Select } from '@fluentui/react-components';
import { AlertRegular, DeleteRegular, MailFilled, MailRegular } from '@fluentui/react-icons';
import { createCaseThreshold, type CaseReport, type CaseThresholdRow, type CaseThresholds } from '@redoubt/contracts';
import { CASE_MEASURES, isMeasureOfNow, THRESHOLD_SILENCE_MINUTES } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, CommandButton, ErrorState, Section } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { useMeasured } from '../../../shared/cases/use-measured.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { typedNumber } from '../../../shared/forms/typed-number.ts';
import { reportSchedulesQuery } from '../../../shared/report-schedules/report-schedules.queries.ts';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import styles from '../case-report.module.css';
import {
  useChangeThreshold,
  useCreateThreshold,
  useDeleteThreshold,
  useMailThreshold,
} from '../case-report.queries.ts';
import { SilenceOptions } from './SilenceOptions.tsx';

const FIRST_DAYS = 7;
const TYPED = { shouldDirty: true, shouldValidate: true } as const;
const ThresholdRow = (props: { readonly threshold: CaseThresholdRow; readonly canWrite: boolean }): ReactNode => {
  const { threshold, canWrite } = props;
  const { id, measure, queueId, queue, days, most, silenceMinutes, value, crossedAt, mailed } = threshold;
  const text = useText('caseReport');
  const common = useText('common');
  const formats = useFormats();
  const measured = useMeasured();
  const remove = useDeleteThreshold();
  const follow = useMailThreshold();
  const change = useChangeThreshold();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const { data: mail } = useQuery(reportSchedulesQuery(call, environmentId));
  const mailText = useText('mail');
  const impossible =
    mail?.server === null
      ? mailText('noServer.title')
      : mail?.ownAddress === null
        ? mailText('test.noAddress')
        : undefined;
  const name = text('threshold.rule', { measure: text(`measure.${measure}`), most: measured(measure, most) });
  return (
    <li className={`${styles.threshold} ${crossedAt === null ? 'mark-neutral' : 'mark-reject'}`}>
      {crossedAt === null ? null : <AlertRegular fontSize={16} aria-hidden />}
      <span>
        <b>{name}</b>{' '}
        <span className="muted">
          {queueId === null ? text('allQueues') : queue === '' ? text('deletedQueue') : queue}
          {days === null ? '' : ` · ${text('threshold.days', { count: days })}`}
        </span>
      </span>
      <span>
        {value === null
          ? text('threshold.unmeasured')
          : crossedAt === null
            ? text('threshold.below', { value: measured(measure, value) })
            : text('threshold.above', { value: measured(measure, value), time: formats.dateTime(crossedAt) })}
      </span>
      <CommandButton
        command={{
          id: `mail-${id}`,
          text: text('threshold.mail'),
          icon: mailed ? MailFilled : MailRegular,
          pressed: mailed,
          onSelect: () => follow.mutate({ thresholdId: id, mailed: !mailed }),
          // What was asked for can always be ended.
          disabledReason: follow.isPending ? common('saving') : mailed ? undefined : impossible,
        }}
      />
      {canWrite ? (
        <Select
          size="small"
          aria-label={text('threshold.silenceOf', { name })}
          title={text('threshold.silence')}
          value={String(change.isPending ? change.variables.silenceMinutes : silenceMinutes)}
          disabled={change.isPending}
          onChange={(_event, { value: chosen }) => change.mutate({ thresholdId: id, silenceMinutes: Number(chosen) })}
        >
          <SilenceOptions current={silenceMinutes} />
        </Select>
      ) : null}
      {canWrite ? (
        <CommandButton
          command={{
            id: `remove-${id}`,
            text: common('action.delete'),
            icon: DeleteRegular,
            onSelect: () => remove.mutate(id),
            disabledReason: remove.isPending ? common('saving') : undefined,
          }}
        />
      ) : null}
      {follow.error ? <ErrorState error={follow.error} compact /> : null}
      {remove.error ? <ErrorState error={remove.error} compact /> : null}
      {change.error ? <ErrorState error={change.error} compact /> : null}
    </li>
  );
};

const NewThreshold = ({ choices }: Pick<CaseReport, 'choices'>): ReactNode => {
  const text = useText('caseReport');
  const common = useText('common');
  const create = useCreateThreshold();
  const [most, setMost] = useState('');
  const [days, setDays] = useState(String(FIRST_DAYS));
  const form = useWireForm({
    body: createCaseThreshold.body,
    values: {
      measure: 'backlog',
      queueId: null,
      days: null,
      most: Number.NaN,
      silenceMinutes: THRESHOLD_SILENCE_MINUTES.usual,
    },
    texts: { most: text('threshold.mostWrong'), days: text('threshold.daysWrong') },
    blocked: create.isPending ? common('saving') : undefined,
    error: create.error,
    onSubmit: (body) =>
      create.mutate(body, {
        onSuccess: () => {
          setMost('');
          form.setValue('most', Number.NaN);
        },
      }),
  });
  const measure = form.watch('measure');
  return (
    <form className="row-wrap align-end" aria-label={text('threshold.new')} {...form.formProps}>
      <WireField form={form} name="measure" label={text('threshold.measure')}>
        <Select
          size="small"
          value={measure}
          onChange={(_event, { value }) => {
            const chosen = CASE_MEASURES.find((each) => each === value) ?? 'backlog';
            form.setValue('measure', chosen, TYPED);
            form.setValue('days', isMeasureOfNow(chosen) ? null : typedNumber(days), TYPED);
          }}
        >
          {CASE_MEASURES.map((each) => (
            <option key={each} value={each}>
              {text(`measure.${each}`)}
            </option>
          ))}
        </Select>
      </WireField>
      <WireField form={form} name="most" label={`${text('threshold.most')} (${text(`unit.${measure}`)})`}>
        <Input
          size="small"
          inputMode="decimal"
          value={most}
          onChange={(_event, { value }) => {
            setMost(value);
            form.setValue('most', typedNumber(value), TYPED);
          }}
        />
      </WireField>
      {isMeasureOfNow(measure) ? null : (
        <WireField form={form} name="days" label={text('threshold.overDays')}>
          <Input
            size="small"
            inputMode="numeric"
            value={days}
            onChange={(_event, { value }) => {
              setDays(value);
              form.setValue('days', typedNumber(value), TYPED);
            }}
          />
        </WireField>
      )}
      <WireField form={form} name="queueId" label={text('column.queue')}>
        <Select
          size="small"
          value={form.watch('queueId') ?? ''}
          onChange={(_event, { value }) => form.setValue('queueId', value === '' ? null : value, TYPED)}
        >
          <option value="">{text('allQueues')}</option>
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </WireField>
      <WireField form={form} name="silenceMinutes" label={text('threshold.silence')}>
        <Select
          size="small"
          value={String(form.watch('silenceMinutes'))}
          onChange={(_event, { value }) => form.setValue('silenceMinutes', Number(value), TYPED)}
        >
          <SilenceOptions current={THRESHOLD_SILENCE_MINUTES.usual} />
        </Select>
      </WireField>
      <CommandButton
        primary
        type="submit"
        command={{ id: 'addThreshold', text: text('threshold.add'), disabledReason: form.disabledReason }}
      />
      {create.error ? <ErrorState error={create.error} compact /> : null}
    </form>
  );
};

/** What is watched, crossed ones first, and a form for one more. */
export const ThresholdSection = (props: CaseThresholds & Pick<CaseReport, 'choices'>): ReactNode => {
  const { thresholds, canWrite, choices } = props;
  const text = useText('caseReport');
  const crossed = thresholds.filter(({ crossedAt }) => crossedAt !== null);
  const sorted = [...crossed, ...thresholds.filter(({ crossedAt }) => crossedAt === null)];
  return (
    <Section
      title={text('threshold.title')}
      meta={
        crossed.length > 0 ? (
          <Chip icon={AlertRegular}>{text('threshold.crossed', { count: crossed.length })}</Chip>
        ) : (
          text('threshold.meta')
        )
      }
    >
      <div className="stack-3">
        {sorted.length === 0 ? (
          <p className="quiet">{text('threshold.none')}</p>
        ) : (
          <ul className="plain-list grid gap-1">
            {sorted.map((threshold) => (
              <ThresholdRow key={threshold.id} threshold={threshold} canWrite={canWrite} />
            ))}
          </ul>
        )}
        {canWrite ? <NewThreshold choices={choices} /> : null}
      </div>
    </Section>
  );
};
