import type { ReportSchedule, ReportSchedules, SentMail } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderConsole } from '../../testing/render-console.tsx';
import { SchedulePanel } from './SchedulePanel.tsx';

const ID = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7d01';
const QUESTION = { period: '28d', assessment: 'purchase', queueId: null } as const;

const schedule = (change: Partial<ReportSchedule> = {}): ReportSchedule => ({
  id: ID,
  page: 'caseReport',
  question: { ...QUESTION, period: '7d' },
  recipients: ['mia@shop.example'],
  frequency: 'weekly',
  weekday: 1,
  day: 1,
  hour: 8,
  timeZone: 'Europe/Berlin',
  language: 'en-US',
  state: 'active',
  stopped: null,
  nextAt: '2026-11-30T07:00:00.000Z',
  sentAt: null,
  isRequested: false,
  owner: 'Mia',
  isOwn: true,
  ...change,
});

const mail = (change: Partial<SentMail>): SentMail => ({
  id: ID,
  scheduleId: ID,
  recipient: 'mia@shop.example',
  subject: 'Case report of Production: 7 days',
  state: 'sent',
  problem: null,
  answer: null,
  at: '2026-11-23T07:00:00.000Z',
  ...change,
});

const open = async (known: Partial<ReportSchedules>, refuse?: object) => {
  const sent: string[] = [];
  let answer: ReportSchedules = {
    server: { from: 'redoubt@shop.example', domains: ['partner.example'] },
    ownAddress: 'mia@shop.example',
    schedules: [],
    mails: [],
    ...known,
  };
  await renderConsole(<SchedulePanel page="caseReport" question={QUESTION} onClose={() => undefined} />, {
    answer: ({ method, path, body }) => {
      if (!path.includes('/report-schedules')) return new Response(null, { status: 404 });
      if (method === 'GET') return answer;
      sent.push(`${method} ${path.replace(/.*report-schedules/, '')} ${JSON.stringify(body ?? null)}`);
      if (refuse) return new Response(JSON.stringify(refuse), { status: 422 });
      const { paused } = (body ?? {}) as { readonly paused?: boolean };
      if (paused !== undefined) answer = { ...answer, schedules: [schedule({ state: paused ? 'paused' : 'active' })] };
      if (method === 'DELETE') answer = { ...answer, schedules: [] };
      return answer;
    },
  });
  await screen.findByText('Newest mails');
  return sent;
};

const press = (name: string): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};

describe('the panel of reports by e-mail', () => {
  afterEach(cleanup);

  it('offers nothing without a mail server, and says what an operator does', async () => {
    const sent = await open({ server: null, schedules: [schedule()] });
    expect(screen.getByText(/sets SMTP_URL and MAIL_FROM/)).toBeTruthy();
    for (const name of ['New schedule', 'Send now', 'Edit', 'Send me a test mail'])
      expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
    // What is there can still be stopped.
    press('Pause');
    await waitFor(() => expect(sent).toEqual([`POST /${ID}/pause {"paused":true}`]));
    press('Send now');
    expect(sent).toHaveLength(1);
  });

  it('schedules what the page shows, to the reader first, and keeps addresses that are none back', async () => {
    const sent = await open({});
    press('New schedule');
    const form = screen.getByRole('form', { name: 'New schedule' });
    const recipients = within(form).getByLabelText<HTMLTextAreaElement>('Recipients');
    expect(recipients.value).toBe('mia@shop.example');
    expect(within(form).getByText(/or in partner\.example/)).toBeTruthy();
    fireEvent.change(recipients, { target: { value: 'nobody' } });
    fireEvent.blur(recipients);
    expect(await within(form).findByText('Enter 1 to 20 e-mail addresses, one on each line.')).toBeTruthy();
    fireEvent.change(recipients, { target: { value: 'mia@shop.example\n\n ann@partner.example ' } });
    fireEvent.change(within(form).getByLabelText('How often'), { target: { value: 'monthly' } });
    fireEvent.change(within(form).getByLabelText('Day of the month'), { target: { value: '5' } });
    fireEvent.submit(form);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(JSON.parse(sent[0]?.slice('POST  '.length) ?? '')).toMatchObject({
      page: 'caseReport',
      question: QUESTION,
      recipients: ['mia@shop.example', 'ann@partner.example'],
      frequency: 'monthly',
      day: 5,
      hour: 8,
    });
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  });

  it('says at the field which recipient was refused, until it is another', async () => {
    const sent = await open({}, { code: 'REPORT-RECIPIENT-REFUSED', params: { addresses: 'eve@elsewhere.example' } });
    press('New schedule');
    const form = screen.getByRole('form');
    fireEvent.change(within(form).getByLabelText('Recipients'), { target: { value: 'eve@elsewhere.example' } });
    fireEvent.submit(form);
    await waitFor(() => expect(within(form).getByLabelText('Recipients').getAttribute('aria-invalid')).toBe('true'));
    expect(within(form).getByText(/eve@elsewhere\.example/, { selector: ':not(textarea)' })).toBeTruthy();
    fireEvent.change(within(form).getByLabelText('Recipients'), { target: { value: 'ann@partner.example' } });
    await waitFor(() => expect(within(form).queryByText(/MAIL_DOMAINS/)).toBeNull());
    fireEvent.change(within(form).getByLabelText('How often'), { target: { value: 'weekly' } });
    fireEvent.change(within(form).getByLabelText('Day of the week'), { target: { value: '5' } });
    fireEvent.submit(form);
    await waitFor(() => expect(sent).toHaveLength(2));
  });

  it('shows where a schedule stands, and asks before it is deleted', async () => {
    const sent = await open({
      schedules: [schedule({ isOwn: false, state: 'stopped', stopped: 'noRecipients', nextAt: null })],
    });
    expect(screen.getByText('Every Monday at 8:00 AM')).toBeTruthy();
    expect(screen.getByText('set up by Mia')).toBeTruthy();
    expect(screen.getByText(/Stopped: no recipient may get it any more/)).toBeTruthy();
    press('Delete');
    expect(sent).toEqual([]);
    const asked = screen.getByText('Delete this schedule?').closest('section, div') as HTMLElement;
    fireEvent.click(within(asked.parentElement ?? asked).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(sent).toEqual([`DELETE /${ID} null`]));
    expect(await screen.findByText(/No report is sent yet/)).toBeTruthy();
  });

  it('says what became of mails, with what helps', async () => {
    await open({
      mails: [
        mail({}),
        mail({ id: 'b', state: 'failed', problem: 'MAIL-REFUSED', answer: '550 No such mailbox' }),
        mail({ id: 'c', state: 'waiting', problem: 'MAIL-TLS' }),
        mail({ id: 'd', state: 'waiting', problem: 'NEW-PROBLEM' }),
      ],
    });
    const list = within(screen.getByRole('region', { name: 'Newest mails' }));
    for (const shown of [
      'Sent',
      'Not sent',
      'The mail server refused the mail. Check the address.',
      'Its answer: 550 No such mailbox',
      /offers no trusted TLS/,
      'The mail could not be sent. It is tried again.',
    ])
      expect(list.getByText(shown)).toBeTruthy();
  });
});
