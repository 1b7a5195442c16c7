import { AddRegular, MailRegular } from '@fluentui/react-icons';
import type { ReportSchedules } from '@redoubt/contracts';
import { useLanguage, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, QueryState, SidePanel } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { MailList } from './MailList.tsx';
import { reportSchedulesQuery, useTestMail, type ScheduleBody } from './report-schedules.queries.ts';
import { ScheduleForm } from './ScheduleForm.tsx';
import { ScheduleItem } from './ScheduleItem.tsx';

type Question = Pick<ScheduleBody, 'page' | 'question'>;

const TestMail = ({ server, ownAddress }: ReportSchedules): ReactNode => {
  const text = useText('mail');
  const common = useText('common');
  const language = useLanguage();
  const test = useTestMail();
  const impossible =
    server === null ? text('noServer.title') : ownAddress === null ? text('test.noAddress') : undefined;
  return (
    <>
      <CommandButton
        command={{
          id: 'test-mail',
          text: text('test.action'),
          icon: MailRegular,
          onSelect: () => test.mutate(language),
          disabledReason: impossible ?? (test.isPending ? common('saving') : undefined),
        }}
      />
      {test.isSuccess ? <p role="status">{text('test.sent', { address: ownAddress ?? '' })}</p> : null}
      {test.error ? <ErrorState error={test.error} compact /> : null}
    </>
  );
};

const Schedules = ({ page, question, ...known }: Question & ReportSchedules): ReactNode => {
  const { server, schedules, mails } = known;
  const text = useText('mail');
  const [edited, setEdited] = useState<string | null>(null);
  const shown = schedules.filter((schedule) => schedule.page === page);
  const form = (id: string | undefined): ReactNode => (
    <ScheduleForm
      {...known}
      page={page}
      question={question}
      schedule={shown.find((schedule) => schedule.id === id)}
      onDone={() => setEdited(null)}
    />
  );
  return (
    <div className="stack-4">
      <p className="m-0">{text('intro')}</p>
      {server === null ? (
        <div className="mark-neutral pl-2">
          <b>{text('noServer.title')}</b>
          <p className="m-0">{text('noServer.body')}</p>
        </div>
      ) : null}
      {shown.length === 0 ? <p className="quiet">{text('none')}</p> : null}
      <ul className="plain-list stack-3">
        {shown.map((schedule) =>
          edited === schedule.id ? (
            <li key={schedule.id}>{form(schedule.id)}</li>
          ) : (
            <ScheduleItem
              key={schedule.id}
              schedule={schedule}
              canSend={server !== null}
              onEdit={() => setEdited(schedule.id)}
            />
          ),
        )}
      </ul>
      {edited === '' ? form(undefined) : null}
      <div className="row-wrap">
        {edited === '' ? null : (
          <CommandButton
            primary={shown.length === 0}
            command={{
              id: 'new-schedule',
              text: text('new'),
              icon: AddRegular,
              onSelect: () => setEdited(''),
              disabledReason: server === null ? text('noServer.title') : undefined,
            }}
          />
        )}
        <TestMail {...known} />
      </div>
      <section className="stack-2" aria-label={text('mails')}>
        <h3 className="fs-14 m-0">{text('mails')}</h3>
        <MailList mails={mails} />
      </section>
    </div>
  );
};

/** Reports of a page by e-mail: what is sent when and to whom, and what became of the newest mails. */
export const SchedulePanel = ({ onClose, ...question }: Question & { readonly onClose: () => void }): ReactNode => {
  const text = useText('mail');
  const call = useCall();
  const { id } = useEnvironment();
  const query = useQuery(reportSchedulesQuery(call, id));
  return (
    <SidePanel title={text('panel')} wide over onClose={onClose}>
      <QueryState query={query}>{(known) => <Schedules {...question} {...known} />}</QueryState>
    </SidePanel>
  );
};
