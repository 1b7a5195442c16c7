import { Select, Textarea } from '@fluentui/react-components';
import { createReportSchedule, type ReportSchedule, type ReportSchedules } from '@redoubt/contracts';
import { MAX_DAY_OF_MONTH, REPORT_FREQUENCIES, scheduledPeriods } from '@redoubt/domain';
import { LANGUAGES, LANGUAGE_CODES, useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { linesOf } from '../forms/lines-of.ts';
import { useWireForm } from '../forms/use-wire-form.ts';
import { WireField } from '../forms/WireField.tsx';
import { useSaveSchedule, type ScheduleBody } from './report-schedules.queries.ts';
import { hourText, ownTimeZone, timeZones, weekdayName } from './schedule-times.ts';

const TYPED = { shouldDirty: true, shouldValidate: true } as const;
const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

type ScheduleFormProps = Pick<ReportSchedules, 'server' | 'ownAddress'> &
  Pick<ScheduleBody, 'page' | 'question'> & {
    /** The schedule that is changed; a new one without. */
    readonly schedule: ReportSchedule | undefined;
    readonly onDone: () => void;
  };

const valuesOf = ({ page, question, schedule, ownAddress }: ScheduleFormProps, language: string): ScheduleBody =>
  schedule === undefined
    ? {
        page,
        question,
        recipients: ownAddress === null ? [] : [ownAddress],
        frequency: 'daily',
        weekday: 1,
        day: 1,
        hour: 8,
        timeZone: ownTimeZone(),
        language,
      }
    : {
        page: schedule.page,
        question: schedule.question,
        recipients: schedule.recipients,
        frequency: schedule.frequency,
        weekday: schedule.weekday,
        day: schedule.day,
        hour: schedule.hour,
        timeZone: schedule.timeZone,
        language: schedule.language,
      };

/** What is sent, when and to whom. */
export const ScheduleForm = (props: ScheduleFormProps): ReactNode => {
  const { schedule, server, onDone } = props;
  const text = useText('mail');
  const report = useText('caseReport');
  const common = useText('common');
  const { language } = useFormats();
  const save = useSaveSchedule(schedule?.id);
  const [first] = useState(() => valuesOf(props, language));
  const [recipients, setRecipients] = useState(first.recipients.join('\n'));
  const form = useWireForm({
    body: createReportSchedule.body,
    values: first,
    texts: { recipients: text('recipientsWrong'), timeZone: text('zoneWrong') },
    blocked: save.isPending ? common('saving') : undefined,
    error: save.error,
    fieldOf: { 'REPORT-RECIPIENT-REFUSED': 'recipients' },
    onSubmit: (body) => save.mutate(body, { onSuccess: onDone }),
  });
  const frequency = form.watch('frequency');
  const timeZone = form.watch('timeZone');
  const number = (
    name: 'weekday' | 'day' | 'hour',
    label: string,
    values: readonly number[],
    say: (of: number) => string,
  ) => (
    <WireField form={form} name={name} label={label}>
      <Select
        size="small"
        value={String(form.watch(name))}
        onChange={(_event, { value }) => form.setValue(name, Number(value), TYPED)}
      >
        {values.map((each) => (
          <option key={each} value={each}>
            {say(each)}
          </option>
        ))}
      </Select>
    </WireField>
  );
  const domains = server?.domains ?? [];
  return (
    <form className="stack-3" aria-label={text(schedule === undefined ? 'new' : 'change')} {...form.formProps}>
      <WireField
        form={form}
        name="recipients"
        label={text('recipients')}
        hint={
          domains.length === 0 ? text('recipientsHint') : text('recipientsHintDomains', { domains: domains.join(', ') })
        }
      >
        <Textarea
          size="small"
          rows={3}
          value={recipients}
          onChange={(_event, { value }) => {
            setRecipients(value);
            // A message that went away only when the field is left would move the button from under the mouse.
            const shouldValidate = form.problemAt('recipients') !== undefined;
            form.setValue('recipients', linesOf(value), { shouldDirty: true, shouldValidate });
          }}
          onBlur={() => void form.trigger('recipients')}
        />
      </WireField>
      <div className="row-wrap align-start">
        <WireField form={form} name="question.period" label={text('period')}>
          <Select size="small" {...form.register('question.period')}>
            {scheduledPeriods(first.page).map((each) => (
              <option key={each} value={each}>
                {report(`period.${each}`)}
              </option>
            ))}
          </Select>
        </WireField>
        <WireField form={form} name="frequency" label={text('frequency')}>
          <Select
            size="small"
            value={frequency}
            onChange={(_event, { value }) =>
              form.setValue('frequency', REPORT_FREQUENCIES.find((each) => each === value) ?? 'daily', TYPED)
            }
          >
            {REPORT_FREQUENCIES.map((each) => (
              <option key={each} value={each}>
                {text(each)}
              </option>
            ))}
          </Select>
        </WireField>
        {frequency === 'weekly'
          ? number('weekday', text('weekday'), range(1, 7), (each) => weekdayName(each, language))
          : null}
        {frequency === 'monthly' ? number('day', text('day'), range(1, MAX_DAY_OF_MONTH), String) : null}
        {number('hour', text('hour'), range(0, 23), (each) => hourText(each, language))}
        <WireField form={form} name="timeZone" label={text('timeZone')}>
          <Select
            size="small"
            value={timeZone}
            onChange={(_event, { value }) => form.setValue('timeZone', value, TYPED)}
          >
            {timeZones(timeZone).map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </Select>
        </WireField>
        <WireField form={form} name="language" label={text('language')} hint={text('languageHint')}>
          <Select size="small" {...form.register('language')}>
            {LANGUAGE_CODES.map((code) => (
              <option key={code} value={code}>
                {LANGUAGES[code]}
              </option>
            ))}
          </Select>
        </WireField>
      </div>
      {save.error && !form.isToldAtField ? <ErrorState error={save.error} compact /> : null}
      <div className="row-wrap">
        <CommandButton
          primary
          type="submit"
          command={{
            id: 'save-schedule',
            text: text(schedule === undefined ? 'create' : 'save'),
            disabledReason: form.disabledReason,
          }}
        />
        <CommandButton command={{ id: 'cancel-schedule', text: common('action.cancel'), onSelect: onDone }} />
      </div>
    </form>
  );
};
