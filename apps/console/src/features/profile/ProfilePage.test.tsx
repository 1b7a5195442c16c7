import { getMyEnvironments, getPersonalTokens, getSessions } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, testMe, type Answer } from '../../testing/render-console.tsx';
import { ProfilePage } from './ProfilePage.tsx';

beforeAll(giveLayout);
afterEach(cleanup);

const AT = '2026-11-24T15:04:05.000Z';
const SESSION = {
  id: '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c31',
  browser: 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
  address: '192.0.2.1',
  firstSeenAt: AT,
  lastSeenAt: AT,
  isCurrent: true,
  mayEnd: true,
};
const OTHER = { ...SESSION, id: '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c32', address: '198.51.100.7', isCurrent: false };
const TOKEN = {
  id: '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c33',
  name: 'nightly export',
  hint: 'x9Qz',
  owner: 'Ines Holm',
  scope: { capabilities: { decisionRules: 'read' }, environmentIds: null },
  state: 'active',
  createdAt: AT,
  expiresAt: AT,
  usedAt: null,
  usedFrom: null,
  revoked: null,
};

it('says who one is and which roles one holds where', async () => {
  await renderConsole(<ProfilePage />);
  expect(await screen.findByText('ines@northfell.example')).toBeDefined();
  const row = screen.getByRole('row', { name: /^Production/ });
  expect(within(row).getByText('Product administrator')).toBeDefined();
});

it('ends another sign-in, and asks before it ends all', async () => {
  const answer = vi.fn<Answer>(({ method, path }) => {
    if (path === getSessions.path) return { sessions: [SESSION, OTHER] };
    return method === 'DELETE' ? { sessions: [SESSION] } : { ended: 2 };
  });
  await renderConsole(<ProfilePage />, { address: '/profile?tab=sessions', answer });
  const row = await screen.findByRole('row', { name: /198\.51\.100\.7/ });
  expect(within(row).getByText('Firefox 131 on Linux')).toBeDefined();
  fireEvent.click(within(row).getByRole('button', { name: 'Sign out' }));
  await waitFor(() =>
    expect(answer).toHaveBeenCalledWith(
      expect.objectContaining({ method: 'DELETE', path: `${getSessions.path}/${OTHER.id}` }),
    ),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Sign out everywhere' }));
  await waitFor(() =>
    expect(answer).toHaveBeenCalledWith(expect.objectContaining({ method: 'POST', path: `${getSessions.path}/end` })),
  );
});

it('makes a token with a name, rights and a life, and shows it once', async () => {
  const answer = vi.fn<Answer>(({ method }) => {
    const tokens = { tokens: [TOKEN], maxDays: 180 };
    return method === 'POST' ? { ...tokens, secret: 'rdt_secret' } : tokens;
  });
  await renderConsole(<ProfilePage />, { address: '/profile?tab=tokens&do=new', answer });
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'deploy' } });
  fireEvent.click(screen.getByRole('button', { name: 'None' }));
  fireEvent.click(within(screen.getByRole('radiogroup', { name: 'Decision rules' })).getByLabelText('Write'));
  fireEvent.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText('rdt_secret')).toBeDefined();
  expect(answer).toHaveBeenCalledWith({
    method: 'POST',
    path: getPersonalTokens.path,
    body: {
      name: 'deploy',
      days: 90,
      scope: { environmentIds: null, capabilities: { decisionRules: 'write' } },
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'I have stored it' }));
  expect(screen.queryByText('rdt_secret')).toBeNull();
});

it('begins a token with the rights of all environments, also of those the start did not bring', async () => {
  const [root] = testMe().environments;
  if (!root) throw new Error('a person has an environment');
  const { roles, capabilities: _all, ...rest } = root;
  const first = { ...root, capabilities: { lists: 'read' } as const };
  const other = { ...rest, id: '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c34', name: 'Shop', depth: 0, rights: 0 };
  let give = (): void => undefined;
  const waits = new Promise<void>((resolve) => {
    give = resolve;
  });
  const answer = vi.fn<Answer>(async ({ method, path }) => {
    if (path.startsWith(getMyEnvironments.path)) {
      await waits;
      const rights = [{ roles, capabilities: { decisionRules: 'write' } }];
      return { environments: [other], rights, total: 2, nextCursor: path.includes('cursor') ? null : other.id };
    }
    return { tokens: [TOKEN], maxDays: 180, ...(method === 'POST' ? { secret: 'rdt_secret' } : {}) };
  });
  const me = testMe({ environments: [first], environmentCount: 2 });
  await renderConsole(<ProfilePage />, { me, address: '/profile?tab=tokens&do=new', answer });
  const panel = within(await screen.findByRole('complementary', { name: 'New token' }));
  expect(panel.getByRole('status')).toBeDefined();
  expect(panel.queryByLabelText('Name')).toBeNull();
  give();
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'nightly' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create token' }));
  await screen.findByText('rdt_secret');
  expect(answer).toHaveBeenCalledWith(
    expect.objectContaining({
      method: 'POST',
      body: expect.objectContaining({
        scope: { environmentIds: null, capabilities: { decisionRules: 'read', lists: 'read' } },
      }),
    }),
  );
});

it('revokes a token after asking', async () => {
  const answer = vi.fn<Answer>(() => ({ tokens: [TOKEN], maxDays: 180 }));
  await renderConsole(<ProfilePage />, { address: `/profile?tab=tokens&token=${TOKEN.id}`, answer });
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  await waitFor(() =>
    expect(answer).toHaveBeenCalledWith(
      expect.objectContaining({ method: 'DELETE', path: `${getPersonalTokens.path}/${TOKEN.id}` }),
    ),
  );
});
