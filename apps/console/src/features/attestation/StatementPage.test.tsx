import type { AttestationSwitch } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import '../../testing/no-layout.ts';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { StatementPage } from './StatementPage.tsx';

afterEach(cleanup);

const DETAIL: AttestationSwitch = {
  isOn: true,
  textVersion: '2026-11',
  text: null,
  decisions: [],
  root: null,
  isWhole: true,
  version: '0',
  canWrite: true,
};

const show = async (detail: AttestationSwitch): Promise<{ path: string; body: unknown }[]> => {
  const sent: { path: string; body: unknown }[] = [];
  const answer: Answer = ({ method, path, body }) => {
    if (method !== 'GET') sent.push({ path, body });
    return detail;
  };
  await renderConsole(<StatementPage />, { address: '/adminsettings/statement', answer });
  return sent;
};

describe('the statement in the settings', () => {
  it('is switched off with a reason', async () => {
    const sent = await show(DETAIL);
    const form = await screen.findByRole('form', { name: 'Require the statement' });
    fireEvent.change(within(form).getByLabelText('Reason'), { target: { value: ' Only EU law binds us ' } });
    fireEvent.click(within(form).getByRole('button', { name: 'Stop asking' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ version: '0', isOn: false, reason: 'Only EU law binds us' }));
  });

  it('shows who decided what and why, and asks again', async () => {
    const decision = { isOn: false, by: 'Ines Holm', at: '2026-03-14T10:00:00.000Z', reason: 'Only EU law binds us' };
    await show({ ...DETAIL, isOn: false, decisions: [decision], version: '1' });
    const table = await screen.findByRole('table', { name: 'Decisions' });
    expect(within(table).getByRole('row', { name: /^Stop asking Ines Holm .* Only EU law binds us$/ })).toBeTruthy();
    expect(screen.getByText('Not asked')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Ask again' })).toBeTruthy();
  });

  it('prints the statement of the operator', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    await show({ ...DETAIL, text: 'We score transactions.\n\nNever people.', textVersion: 'own-1' });
    expect(await screen.findByText('Never people.')).toBeTruthy();
    expect(screen.getByText('Text of the operator, version own-1')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });

  it('says where and by whom it is decided, to those who may not', async () => {
    await show({ ...DETAIL, root: 'Northfell', isWhole: false, canWrite: false });
    expect(await screen.findByText('This is decided in the root environment “Northfell”.')).toBeTruthy();
    expect(screen.getByText(/it takes a person who administers every root environment/)).toBeTruthy();
    expect(screen.queryByRole('form', { name: 'Require the statement' })).toBeNull();
  });
});
