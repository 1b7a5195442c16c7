import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderConsole, TEST_ENVIRONMENT_ID } from '../testing/render-console.tsx';
import { useNotify } from './CalloutProvider.tsx';
import { Callouts } from './Callouts.tsx';
import { NotificationPanel } from './NotificationPanel.tsx';
import { createCalloutStore, type Callout, type CalloutStore } from './notifications.ts';
import { useNoticeText } from './use-notice-text.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const Sayer = ({ callout }: { readonly callout: Callout }) => {
  const notify = useNotify();
  return <button onClick={() => notify(callout)}>Say</button>;
};

const say = async (callout: Callout) => {
  await renderConsole(<Sayer callout={callout} />);
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Say' }));
};

const DrawnEachSecond = ({ store }: { readonly store: CalloutStore }) => {
  const [, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((seconds) => seconds + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return <Callouts store={store} />;
};

describe('a callout', () => {
  it('of success disappears after five seconds', async () => {
    await say({ severity: 'Success', title: 'Rule published' });
    expect(screen.getByText('Rule published')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(5000));
    expect(screen.queryByText('Rule published')).toBeNull();
  });

  it('of success disappears as soon where the page around it is drawn anew each second', async () => {
    const store = createCalloutStore(() => Date.now());
    store.notify({ severity: 'Success', title: 'Rule published' });
    vi.useFakeTimers();
    await renderConsole(<DrawnEachSecond store={store} />);
    for (let second = 0; second < 5; second += 1) act(() => void vi.advanceTimersByTime(1000));
    expect(screen.queryByText('Rule published')).toBeNull();
  });

  it('waits while the pointer is over it', async () => {
    await say({ severity: 'Success', title: 'Rule published' });
    fireEvent.mouseEnter(screen.getByRole('listitem'));
    act(() => void vi.advanceTimersByTime(20_000));
    expect(screen.getByText('Rule published')).toBeTruthy();
  });

  it('of an error stays until it is closed', async () => {
    await say({ severity: 'Error', title: 'Not saved' });
    act(() => void vi.advanceTimersByTime(60_000));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Not saved')).toBeNull();
  });

  it('stacks up to three, newest first', async () => {
    await say({ severity: 'Error', title: 'Not saved' });
    for (let more = 0; more < 4; more += 1) fireEvent.click(screen.getByRole('button', { name: 'Say' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
  });
});

const Told = ({ params }: { readonly params: Readonly<Record<string, string>> }) => {
  const said = useNoticeText()({ code: 'CHANGE-REQUESTED', params });
  return <p>{said.title}</p>;
};

describe('a notice of a requested change', () => {
  it('names the configuration in the reader’s language, and nothing else that is called so', async () => {
    const named = { name: 'configuration', by: 'Pipeline 7' };
    await renderConsole(<Told params={{ type: 'Configuration', ...named }} />, { language: 'de-DE' });
    expect(screen.getByText(/^Konfiguration der Umgebung/)).toBeTruthy();
    cleanup();
    await renderConsole(<Told params={{ type: 'CustomList', ...named }} />, { language: 'de-DE' });
    expect(screen.getByText(/^configuration/)).toBeTruthy();
  });
});

const raised = (change: object) => ({
  id: '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7d01',
  type: 'EnvironmentManagement',
  severity: 'Success',
  code: 'ENVIRONMENT-READY',
  params: { name: 'Shop' },
  link: '/environments',
  environment: { id: TEST_ENVIRONMENT_ID, name: 'Production' },
  createdAt: '2026-03-14T10:00:00.000Z',
  state: 'Unread',
  ...change,
});
const NOTICES = [
  raised({}),
  raised({
    id: '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7d02',
    type: 'Alert',
    severity: 'Error',
    code: 'ALERT-OPENED',
    params: { name: 'Rejections' },
    link: '/alerts',
  }),
];

const HOOK = 'https://hooks.northfell.example/ines';

/** The panel over what a server keeps of one person. */
const openPanel = async () => {
  const puts: unknown[] = [];
  await renderConsole(<NotificationPanel onClose={() => undefined} />, {
    answer: ({ method, path, body }) => {
      if (path.endsWith('/notices')) return { notices: NOTICES };
      if (method === 'PUT') puts.push(body);
      if (path.endsWith('/notice-webhook/test')) return { problem: 'The receiver answered 500.' };
      if (path.endsWith('/notice-webhook/secret')) return { secret: 'whsec_c2VjcmV0' };
      const kept = method === 'PUT' ? (body as object) : { subscriptions: [], quietHours: null, webhookUrl: HOOK };
      const webhook = { isStopped: false, problem: null, sentAt: null };
      return { ...kept, mail: { server: true, address: 'ines@northfell.example' }, webhook };
    },
  });
  return puts;
};

describe('the notification centre', () => {
  it('shows the notices of one kind', async () => {
    await openPanel();
    expect(await screen.findByText('Shop is ready')).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: 'Kind' }), { target: { value: 'Alert' } });
    expect(screen.getByText('Rejections: alert opened')).toBeTruthy();
    expect(screen.queryByText('Shop is ready')).toBeNull();
  });

  it('lets the person choose what is shown and mailed, and when not', async () => {
    const puts = await openPanel();
    fireEvent.click(screen.getByRole('button', { name: 'Notification settings' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Alerts: By e-mail' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Certificates: Here' }));
    // A mail that a mail failed would fail as well.
    expect(screen.queryByRole('checkbox', { name: 'E-mail: By e-mail' })).toBeNull();
    fireEvent.click(screen.getByRole('switch', { name: 'Keep mails and messages back at certain hours' }));
    fireEvent.change(screen.getByRole('combobox', { name: 'Until' }), { target: { value: '6' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(puts).toHaveLength(1));
    expect(puts[0]).toMatchObject({
      subscriptions: expect.arrayContaining([
        { type: 'Alert', shown: true, mailed: true, webhook: false },
        { type: 'Certificate', shown: false, mailed: false, webhook: false },
        { type: 'Rules', shown: true, mailed: false, webhook: false },
      ]),
      quietHours: { from: 20, to: 6, weekends: true },
    });
    expect(await screen.findByText('Shop is ready')).toBeTruthy();
  });

  it('sends kinds to a webhook of the person, tries it and makes a secret for it', async () => {
    const puts = await openPanel();
    fireEvent.click(screen.getByRole('button', { name: 'Notification settings' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Send a test' }));
    expect(await screen.findByText('The test was not taken: The receiver answered 500.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'New signing secret' }));
    expect(await screen.findByText('whsec_c2VjcmV0')).toBeTruthy();
    // That it was stopped would not arrive there.
    expect(screen.queryByRole('checkbox', { name: 'Your webhook: Webhook' })).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Alerts: Webhook' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Address' }), { target: { value: `${HOOK}/2` } });
    // What is not saved cannot be tried.
    expect(screen.getByRole('button', { name: 'Send a test' }).getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(puts).toHaveLength(1));
    expect(puts[0]).toMatchObject({
      webhookUrl: `${HOOK}/2`,
      subscriptions: expect.arrayContaining([{ type: 'Alert', shown: true, mailed: false, webhook: true }]),
    });
  });
});
