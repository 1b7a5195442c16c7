import { getProvisioning } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';
import { ProvisioningPage } from './ProvisioningPage.tsx';

beforeAll(giveLayout);
afterEach(cleanup);

const AT = '2026-11-24T15:04:05.000Z';
const PATH = getProvisioning.path.replace(':environmentId', TEST_ENVIRONMENT_ID);
const TOKEN = {
  id: '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c33',
  name: 'Entra ID',
  hint: 'x9Qz',
  state: 'active',
  created: { by: 'Ines Holm', at: AT },
  expiresAt: AT,
  usedAt: AT,
  usedFrom: '192.0.2.1',
  revoked: null,
};
const CALL = {
  id: '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c34',
  token: 'Entra ID',
  at: AT,
  method: 'GET',
  resource: 'Users',
  resourceId: null,
  status: 200,
  code: null,
  detail: null,
};
const REFUSED = {
  ...CALL,
  id: '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c35',
  method: 'POST',
  status: 409,
  code: 'uniqueness',
  detail: 'A person of this userName exists.',
};
const STATE = {
  address: 'https://redoubt.example/scim/v2',
  mayCreate: true,
  counts: { people: 12, disabled: 1, groups: 3 },
  tokens: [TOKEN],
  calls: [REFUSED, CALL],
};

it('shows address, what is kept, tokens and last calls, and narrows these to what was refused', async () => {
  await renderConsole(<ProvisioningPage />, { answer: () => STATE });
  expect(await screen.findByText('https://redoubt.example/scim/v2')).toBeDefined();
  expect(screen.getByText(/12 people · 1 of them disabled/)).toBeDefined();
  const calls = screen.getByRole('table', { name: 'Last calls' });
  expect(within(calls).getAllByRole('row')).toHaveLength(3);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Only refused ones' }));
  expect(within(calls).getAllByRole('row')).toHaveLength(2);
  expect(within(calls).getByText('A person of this userName exists.')).toBeDefined();
});

it('makes a token, shows it once, and ends one after asking', async () => {
  const answer = vi.fn<Answer>(({ method }) => {
    if (method === 'POST') return { ...STATE, secret: 'rdp_secret' };
    return method === 'DELETE'
      ? { ...STATE, tokens: [{ ...TOKEN, state: 'revoked', revoked: { by: 'Ines Holm', at: AT } }] }
      : STATE;
  });
  await renderConsole(<ProvisioningPage />, { address: '/settings/access/provisioning?do=new', answer });
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Okta' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText('rdp_secret')).toBeDefined();
  expect(answer).toHaveBeenCalledWith(
    expect.objectContaining({ method: 'POST', path: `${PATH}/tokens`, body: { name: 'Okta', days: 180 } }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'I have stored it' }));
  expect(screen.queryByText('rdp_secret')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Revoke Entra ID' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  await waitFor(() =>
    expect(answer).toHaveBeenCalledWith(
      expect.objectContaining({ method: 'DELETE', path: `${PATH}/tokens/${TOKEN.id}` }),
    ),
  );
});

it('says why a person who may not give every role makes no token', async () => {
  await renderConsole(<ProvisioningPage />, { answer: () => ({ ...STATE, mayCreate: false, tokens: [], calls: [] }) });
  expect(await screen.findByText(/^No token yet/)).toBeDefined();
  expect(screen.getByText(/^No call yet/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'New token' }).getAttribute('aria-disabled')).toBe('true');
});
