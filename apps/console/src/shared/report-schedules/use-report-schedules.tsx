import { MailClockRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import type { Command } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { oneOf, textsOf, useAddressBy, type RawSearch } from '../../routes/address.ts';
import { lazyPanel } from '../../routes/lazy-component.tsx';
import { chosenFilters, type ReportQuestion } from '../report-charts/report-address.ts';
import type { ScheduleBody } from './report-schedules.queries.ts';

const SchedulePanel = lazyPanel(async () => (await import('./SchedulePanel.tsx')).SchedulePanel);

const panelIn = textsOf('panel');
const address = (search: RawSearch) => ({ panel: oneOf(['schedules'], panelIn(search).panel) });

/** Sending a report by e-mail: the command for the bar of its page, and the panel that it opens. */
export const useReportSchedules = (
  page: ScheduleBody['page'],
  question: ScheduleBody['question'],
): { readonly command: Command; readonly panel: ReactNode } => {
  const text = useText('mail');
  const [{ panel }, update] = useAddressBy(address);
  const close = (): void => update({ panel: undefined }, { replace: true });
  return {
    command: {
      id: 'schedules',
      text: text('command'),
      icon: MailClockRegular,
      onSelect: () => update({ panel: panel === undefined ? 'schedules' : undefined }, { replace: true }),
    },
    panel: panel === undefined ? null : <SchedulePanel page={page} question={question} onClose={close} />,
  };
};

/** The same for a report of events: sends what it is asked now, the last four weeks where days were chosen one by one. */
export const useQuestionSchedules = (
  page: ScheduleBody['page'],
  { period, assessment, filters }: Pick<ReportQuestion, 'period' | 'assessment' | 'filters'>,
) =>
  useReportSchedules(page, {
    period: period ?? '28d',
    assessment,
    queueId: null,
    ...(filters === undefined ? {} : { filters: chosenFilters({ currency: null, filters }) }),
  });
