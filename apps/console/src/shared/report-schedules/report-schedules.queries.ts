import {
  changeReportSchedule,
  createReportSchedule,
  deleteReportSchedule,
  getReportSchedules,
  pauseReportSchedule,
  sendReportSchedule,
  sendTestMail,
  type BodyIn,
} from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

/** How often it is asked what became of mails while the panel is open. */
const REFRESH_MS = 5000;

export const reportSchedulesQuery = (call: ApiCall, environmentId: string) =>
  read(call, getReportSchedules, { params: { environmentId } }, { refetchInterval: REFRESH_MS });

export type ScheduleBody = BodyIn<typeof createReportSchedule>;
const ANSWERS = { answers: { read: getReportSchedules } } as const;

/** Sends a schedule that is new, or changes one. */
export const useSaveSchedule = (scheduleId: string | undefined) => {
  const create = useWrite(createReportSchedule, (body: ScheduleBody) => ({ body }), ANSWERS);
  const change = useWrite(
    changeReportSchedule,
    (body: ScheduleBody) => ({ params: { scheduleId: scheduleId ?? '' }, body }),
    ANSWERS,
  );
  return scheduleId === undefined ? create : change;
};

export const useScheduleMutations = (scheduleId: string) => ({
  pause: useWrite(pauseReportSchedule, (paused: boolean) => ({ params: { scheduleId }, body: { paused } }), ANSWERS),
  send: useWrite(sendReportSchedule, () => ({ params: { scheduleId } }), ANSWERS),
  remove: useWrite(deleteReportSchedule, () => ({ params: { scheduleId } }), ANSWERS),
});

export const useTestMail = () => useWrite(sendTestMail, (language: string) => ({ body: { language } }), ANSWERS);
