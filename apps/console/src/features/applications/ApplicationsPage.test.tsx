import { API_ROLES } from '@redoubt/domain';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';
import { credentialBody, lastingCredential, readCertificate } from './application-form.ts';
import { ApplicationCreatePage } from './ApplicationCreatePage.tsx';
import { ApplicationsPage } from './ApplicationsPage.tsx';

const ID = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c61';
const AT = { by: 'Mara Lindqvist', at: '2026-11-01T10:00:00.000Z' };

const credential = (change: object = {}) => ({
  id: '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c62',
  kind: 'Secret',
  hint: 'Xy7_',
  notBefore: AT.at,
  notAfter: '2027-11-01T10:00:00.000Z',
  isInForce: true,
  created: AT,
  ...change,
});
const application = (change: object = {}) => ({
  id: ID,
  displayName: 'Web shop',
  status: 'Active',
  grants: [{ environmentId: TEST_ENVIRONMENT_ID, environment: 'Production', roles: ['Risk_API'] }],
  credentials: [credential()],
  callsPerSecond: null,
  lastCallAt: '2026-11-20T09:00:00.000Z',
  created: AT,
  revoked: null,
  version: 'v1',
  canWrite: true,
  ...change,
});
const listed = (change: object = {}) => ({
  applications: [application()],
  missing: null,
  environments: [{ id: TEST_ENVIRONMENT_ID, name: 'Production', parentId: null, roles: [...API_ROLES] }],
  rolesEverywhere: [...API_ROLES],
  ...change,
});

const answering =
  (list: object = listed(), calls: { method: string; path: string; body: unknown }[] = []): Answer =>
  ({ method, path, body }) => {
    if (method === 'GET') return list;
    calls.push({ method, path: path.split('/applications')[1] ?? '', body });
    const made = { application: application(), secret: 'Xy7_secret-that-is-shown-once' };
    return path.endsWith('/revoke') || path.endsWith('/end') || method === 'PATCH' ? application() : made;
  };

describe('applications', () => {
  beforeAll(giveLayout);
  afterEach(cleanup);

  it('stand in a grid with what they may call, when they end and when they called', async () => {
    await renderConsole(<ApplicationsPage />, { answer: answering() });
    expect(await screen.findByText('Production: Risk_API')).toBeDefined();
    expect(screen.getByText('In force')).toBeDefined();
    expect(screen.getByText('Nov 1, 2027')).toBeDefined();
  });

  it('are revoked only after the last call was read', async () => {
    const calls: { method: string; path: string; body: unknown }[] = [];
    await renderConsole(<ApplicationsPage />, { address: `/?application=${ID}`, answer: answering(listed(), calls) });
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke' }));
    const question = await screen.findByRole('alertdialog', { name: 'Revoke Web shop for good?' });
    expect(question.textContent).toContain('Nov 20, 2026');
    expect(calls).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(calls).toEqual([{ method: 'POST', path: `/${ID}/revoke`, body: { version: 'v1' } }]));
  });

  it('get a new secret that must be stored before the panel is left', async () => {
    const calls: { method: string; path: string; body: unknown }[] = [];
    await renderConsole(<ApplicationsPage />, {
      address: `/?application=${ID}&do=rotate`,
      answer: answering(listed(), calls),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Make new credential' }));
    expect(await screen.findByText('Xy7_secret-that-is-shown-once')).toBeDefined();
    expect(calls[0]?.body).toEqual({ version: 'v1', credential: { kind: 'Secret', lifeDays: 365 }, overlapDays: 7 });
    const closeButton = () => screen.getByText('Close').closest('button');
    expect(closeButton()?.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(screen.getByRole('checkbox', { name: 'I have stored it' }));
    await waitFor(() => expect(closeButton()?.getAttribute('aria-disabled')).toBeNull());
  });

  it('are given a limit in whole calls', async () => {
    const calls: { method: string; path: string; body: unknown }[] = [];
    await renderConsole(<ApplicationsPage />, {
      address: `/?application=${ID}&do=change`,
      answer: answering(listed(), calls),
    });
    const limit = await screen.findByRole('textbox', { name: 'Calls a second' });
    const save = () => screen.getByRole('button', { name: /^Save/ });
    fireEvent.change(limit, { target: { value: '2.5' } });
    expect(save().getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(limit, { target: { value: '250' } });
    fireEvent.click(save());
    await waitFor(() => expect(calls[0]).toMatchObject({ method: 'PATCH', body: { callsPerSecond: 250 } }));
  });

  it('are only looked at by those who lack a role, and say which', async () => {
    const list = listed({ missing: 'directoryRole', applications: [application({ canWrite: false })] });
    await renderConsole(<ApplicationsPage />, { address: `/?application=${ID}`, answer: answering(list) });
    expect(await screen.findByText('Read only')).toBeDefined();
    expect(screen.getByText(/cloud application administrator/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Revoke' })).toBeNull();
    expect(screen.queryByRole('link', { name: /New application/ })).toBeNull();
  });
});

describe('a new application', () => {
  beforeAll(giveLayout);
  afterEach(cleanup);

  it('is asked for its name, and shows its secret once with the way to a token', async () => {
    const calls: { method: string; path: string; body: unknown }[] = [];
    await renderConsole(<ApplicationCreatePage />, { answer: answering(listed(), calls) });
    const create = await screen.findByRole('button', { name: /Create application/ });
    expect(create.getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: ' Web shop ' } });
    fireEvent.click(screen.getByRole('button', { name: /Create application/ }));
    expect(await screen.findByText('Xy7_secret-that-is-shown-once')).toBeDefined();
    expect(calls[0]?.body).toEqual({
      displayName: 'Web shop',
      grants: [{ environmentId: TEST_ENVIRONMENT_ID, roles: ['Risk_API'] }],
      credential: { kind: 'Secret', lifeDays: 365 },
    });
    expect(screen.getByRole('group', { name: 'Getting a token' }).textContent).toContain(`client_id=${ID}`);
  });

  it('waits for a certificate where it proves itself by one', async () => {
    await renderConsole(<ApplicationCreatePage />, { answer: answering() });
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Web shop' } });
    fireEvent.click(screen.getByRole('radio', { name: 'Certificate' }));
    const create = screen.getByRole('button', { name: /Create application/ });
    expect(create.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('the form of a credential', () => {
  it('sends PEM as it is and DER in base64', async () => {
    const pem = '-----BEGIN CERTIFICATE-----\nAAA=\n-----END CERTIFICATE-----';
    expect(await readCertificate(new File([pem], 'a.pem'))).toBe(pem);
    expect(await readCertificate(new File([new Uint8Array([0x30, 0x82, 0xff])], 'a.cer'))).toBe('MIL/');
    const certificate = { name: 'a.pem', text: pem };
    expect(credentialBody({ kind: 'Certificate', lifeDays: 90, certificate })).toEqual({
      kind: 'Certificate',
      certificate: pem,
    });
    expect(credentialBody({ kind: 'Certificate', lifeDays: 90, certificate: null })).toBeUndefined();
  });

  it('shows the end of the credential that lasts longest', () => {
    const first = credential({ notAfter: '2026-12-01T00:00:00.000Z' });
    const second = credential({ id: ID, notAfter: '2027-12-01T00:00:00.000Z' });
    const endless = credential({ notAfter: null });
    expect(lastingCredential(application({ credentials: [first, second] }) as never)?.id).toBe(ID);
    expect(lastingCredential(application({ credentials: [second, endless] }) as never)?.notAfter).toBeNull();
  });
});
