import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderConsole, TEST_ENVIRONMENT_ID } from '../testing/render-console.tsx';
import { useNotify } from './CalloutProvider.tsx';
import { NotificationPanel } from './NotificationPanel.tsx';
import type { Callout } from './notifications.ts';
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

describe('a callout', () => {
  it('of success disappears after five seconds', async () => {
    await say({ severity: 'Success', title: 'Rule published' });
    expect(screen.getByText('Rule published')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(5000));
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

/** The panel over what a server keeps of one person. */
const openPanel = async () => {
  const puts: unknown[] = [];
  await renderConsole(<NotificationPanel onClose={() => undefined} />, {
    answer: ({ method, path, body }) => {
      if (path.endsWith('/notices')) return { notices: NOTICES };
      if (method === 'PUT') puts.push(body);
      const kept = method === 'PUT' ? (body as object) : { subscriptions: [], quietHours: null };
      return { ...kept, mail: { server: true, address: 'ines@northfell.example' } };
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
    fireEvent.click(screen.getByRole('switch', { name: 'Keep mails back at certain hours' }));
    fireEvent.change(screen.getByRole('combobox', { name: 'Until' }), { target: { value: '6' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(puts).toHaveLength(1));
    expect(puts[0]).toMatchObject({
      subscriptions: expect.arrayContaining([
        { type: 'Alert', shown: true, mailed: true },
        { type: 'Certificate', shown: false, mailed: false },
        { type: 'Rules', shown: true, mailed: false },
      ]),
      quietHours: { from: 20, to: 6, weekends: true },
    });
    expect(await screen.findByText('Shop is ready')).toBeTruthy();
  });
});
