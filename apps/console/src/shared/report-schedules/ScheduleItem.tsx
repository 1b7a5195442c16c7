import { DeleteRegular, EditRegular, PauseRegular, PlayRegular, SendRegular } from '@fluentui/react-icons';
import type { ReportSchedule } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, ErrorState } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useScheduleMutations } from './report-schedules.queries.ts';
import { hourText, weekdayName } from './schedule-times.ts';

type ScheduleItemProps = {
  readonly schedule: ReportSchedule;
  /** Whether a mail server is set up. */
  readonly canSend: boolean;
  readonly onEdit: () => void;
};

/** A schedule with where it stands and what can be done with it. */
export const ScheduleItem = ({ schedule, canSend, onEdit }: ScheduleItemProps): ReactNode => {
  const { id, state, stopped, frequency, weekday, day, hour, timeZone, question, recipients } = schedule;
  const text = useText('mail');
  const report = useText('caseReport');
  const common = useText('common');
  const formats = useFormats();
  const { language } = formats;
  const { pause, send, remove } = useScheduleMutations(id);
  const [isAsking, setAsking] = useState(false);
  const isBusy = pause.isPending || send.isPending || remove.isPending;
  const busy = isBusy ? common('saving') : undefined;
  const needsServer = canSend ? busy : text('noServer.title');
  const rule = text(`rule.${frequency}`, {
    time: hourText(hour, language),
    weekday: weekdayName(weekday, language),
    day,
  });
  const place = [
    state === 'paused' ? text('paused') : null,
    schedule.isRequested ? text('requested') : null,
    schedule.nextAt === null ? null : text('next', { time: formats.dateTime(schedule.nextAt) }),
    schedule.sentAt === null ? null : text('last', { time: formats.dateTime(schedule.sentAt) }),
  ].filter((each) => each !== null);
  const error = pause.error ?? send.error ?? remove.error;
  return (
    <li className={`stack-2 pl-2 ${state === 'stopped' ? 'mark-reject' : 'mark-neutral'}`}>
      <div>
        <b>{rule}</b>{' '}
        <span className="muted">
          {timeZone.replaceAll('_', ' ')} · {report(`period.${question.period}`)}
        </span>
      </div>
      <div className="anywhere">{text('to', { recipients: formats.list(recipients) })}</div>
      {schedule.isOwn ? null : <div className="muted">{text('by', { name: schedule.owner })}</div>}
      {stopped === null ? null : <div className="reject-text">{text(`stopped.${stopped}`)}</div>}
      {place.length === 0 ? null : <div className="muted">{place.join(' · ')}</div>}
      {isAsking ? (
        <ConfirmPanel
          title={text('delete.title')}
          confirmText={common('action.delete')}
          onConfirm={() => remove.mutate()}
          onCancel={() => setAsking(false)}
          busy={remove.isPending}
        >
          {text('delete.body')}
        </ConfirmPanel>
      ) : (
        <div className="row-wrap">
          <CommandButton
            command={{
              id: `send-${id}`,
              text: text('sendNow'),
              icon: SendRegular,
              onSelect: () => send.mutate(),
              disabledReason: schedule.isRequested ? text('requested') : needsServer,
            }}
          />
          <CommandButton
            command={{
              id: `edit-${id}`,
              text: common('action.edit'),
              icon: EditRegular,
              onSelect: onEdit,
              disabledReason: needsServer,
            }}
          />
          <CommandButton
            command={{
              id: `pause-${id}`,
              text: text(state === 'active' ? 'pause' : 'resume'),
              icon: state === 'active' ? PauseRegular : PlayRegular,
              onSelect: () => pause.mutate(state === 'active'),
              disabledReason: state === 'active' ? busy : needsServer,
            }}
          />
          <CommandButton
            command={{
              id: `delete-${id}`,
              text: common('action.delete'),
              icon: DeleteRegular,
              onSelect: () => setAsking(true),
              disabledReason: busy,
            }}
          />
        </div>
      )}
      {error ? <ErrorState error={error} compact /> : null}
    </li>
  );
};
