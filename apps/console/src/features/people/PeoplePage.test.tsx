import { ROLES } from '@redoubt/domain';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';
import { endOfDay, lastDayOf } from './end-of-day.ts';
import { PeoplePage } from './PeoplePage.tsx';
import { personRow } from './people-fixtures.ts';

const ID = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c61';
const GROUP_ID = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c62';
const ASSIGNED = { by: 'Mara Lindqvist', at: '2026-11-01T10:00:00.000Z' };

const assignment = (change: object = {}) => ({
  id: '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c63',
  role: 'FraudEngineer',
  environmentId: TEST_ENVIRONMENT_ID,
  environment: 'Production',
  place: 'here',
  group: null,
  expiresAt: null,
  isEnded: false,
  reason: '',
  assigned: ASSIGNED,
  version: 'v1',
  canWrite: true,
  ...change,
});
const row = (change: object = {}) =>
  personRow({
    assignments: [
      assignment(),
      assignment({
        id: GROUP_ID,
        role: 'SupportAgent',
        environment: 'Europe',
        environmentId: GROUP_ID,
        place: 'above',
        group: { id: GROUP_ID, name: 'Support desk' },
        canWrite: false,
      }),
    ],
    ...change,
  });
const options = {
  roles: [...ROLES.Standard],
  environments: [{ id: TEST_ENVIRONMENT_ID, name: 'Production', parentId: null, roles: ['SupportAgent'] }],
  rolesEverywhere: [],
  canWrite: true,
  sendsMail: false,
};

type Call = { readonly method: string; readonly path: string; readonly body: unknown };

const answering =
  (rows: readonly object[] = [row()], calls: Call[] = [], may: object = options): Answer =>
  ({ method, path, body }) => {
    if (path.endsWith('/access/options')) return may;
    if (method === 'GET') return { rows, total: rows.length, actingPeople: 1, nextCursor: null };
    calls.push({ method, path: path.split('/access/')[1] ?? '', body });
    return { count: 1, invited: [] };
  };

describe('people and groups', () => {
  beforeAll(giveLayout);
  afterEach(cleanup);

  it('stand with their roles, where these come from and when they were here', async () => {
    await renderConsole(<PeoplePage />, { answer: answering() });
    expect(await screen.findByText('Priya Nandakumar')).toBeDefined();
    expect(screen.getByText('Europe')).toBeDefined();
    expect(screen.getByText('Nov 20, 2026')).toBeDefined();
  });

  it('are invited by an unknown address, with a role that the caller may give', async () => {
    const calls: Call[] = [];
    await renderConsole(<PeoplePage />, { address: '/?do=assign', answer: answering([], calls) });
    fireEvent.change(await screen.findByRole('searchbox', { name: 'To whom' }), {
      target: { value: 'kim@partner.example' },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Invite kim@partner.example as a guest' }));
    expect(screen.getByText(/tell the people you invite/)).toBeDefined();
    expect(screen.getByRole('checkbox', { name: 'Product admin' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('checkbox', { name: 'SupportAgent' }));
    fireEvent.click(screen.getByRole('button', { name: /^Assign$/ }));
    await waitFor(() =>
      expect(calls).toEqual([
        {
          method: 'POST',
          path: 'assignments',
          body: {
            targets: [{ kind: 'invitation', username: 'kim@partner.example', name: '', isGuest: true }],
            environmentId: TEST_ENVIRONMENT_ID,
            roles: ['SupportAgent'],
            expiresAt: null,
            reason: '',
          },
        },
      ]),
    );
  });

  it('are not sent an invitation again where there is no mail server, and are told why', async () => {
    const calls: Call[] = [];
    const invited = row({ status: 'Invited', invited: { by: 'Mara Lindqvist', at: '2026-11-20T10:00:00Z' } });
    await renderConsole(<PeoplePage />, { address: `/?person=${ID}`, answer: answering([invited], calls) });
    const again = await screen.findByRole('button', { name: 'Send the invitation again' });
    expect(again.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(again);
    expect(calls).toEqual([]);
  });

  it('lose only what was given here, after they are told what stays and whose access it is', async () => {
    const calls: Call[] = [];
    await renderConsole(<PeoplePage />, {
      address: `/?person=${ID}`,
      answer: answering([row({ isSelf: true })], calls),
    });
    const panel = await screen.findByRole('complementary', { name: 'Priya Nandakumar' });
    expect(within(panel).getByText('through group Support desk')).toBeDefined();
    const [revoke, ...others] = within(panel).getAllByRole('button', { name: 'Revoke' });
    expect(others).toEqual([]);
    if (revoke) fireEvent.click(revoke);
    const question = await screen.findByRole('alertdialog', { name: 'Revoke 1 role?' });
    expect(question.textContent).toContain('Access stays: SupportAgent, Europe, Support desk');
    expect(question.textContent).toContain('This is your own access.');
    fireEvent.click(within(question).getByRole('button', { name: 'Revoke' }));
    await waitFor(() =>
      expect(calls).toMatchObject([{ path: 'assignments/revocation', body: { assignments: [{ version: 'v1' }] } }]),
    );
  });

  it('are disabled with a reason, and enabled again', async () => {
    const calls: Call[] = [];
    await renderConsole(<PeoplePage />, { address: `/?person=${ID}`, answer: answering([row()], calls) });
    const panel = await screen.findByRole('complementary', { name: 'Priya Nandakumar' });
    fireEvent.click(within(panel).getByRole('button', { name: 'Disable' }));
    const question = await screen.findByRole('alertdialog', { name: 'Disable Priya Nandakumar?' });
    fireEvent.change(within(question).getByRole('textbox', { name: 'Reason' }), { target: { value: 'Left' } });
    fireEvent.click(within(question).getByRole('button', { name: 'Disable' }));
    await waitFor(() =>
      expect(calls).toMatchObject([{ path: 'people/disabling', body: { people: [ID], reason: 'Left' } }]),
    );
    cleanup();
    const disabled = { by: 'Mara Lindqvist', at: ASSIGNED.at, reason: 'Left' };
    const rows = [row({ status: 'Disabled', disabled })];
    await renderConsole(<PeoplePage />, { address: `/?person=${ID}`, answer: answering(rows, calls) });
    expect(await screen.findByText(/Reason: Left/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Enable' })).toBeDefined();
  });

  it('are only looked at by who may not give roles', async () => {
    await renderConsole(<PeoplePage />, {
      address: `/?person=${ID}`,
      answer: answering([row({ assignments: [assignment({ canWrite: false })] })], [], { ...options, canWrite: false }),
    });
    expect(await screen.findByText('Read only')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Assign roles' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Revoke' })).toBeNull();
  });
});

describe('the end of a role', () => {
  it('is the end of the chosen day, and shown as that day', () => {
    expect(endOfDay('2026-12-31', 'utc')).toBe('2027-01-01T00:00:00.000Z');
    expect(lastDayOf('2027-01-01T00:00:00.000Z', 'utc')).toBe('2026-12-31');
    expect(endOfDay('', 'utc')).toBeNull();
    expect(lastDayOf(null, 'utc')).toBe('');
  });
});
