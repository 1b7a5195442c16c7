import type { ChangeDetail } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { ChangesPage } from './ChangesPage.tsx';

const ID = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c31';

const change: ChangeDetail = {
  id: ID,
  endpoint: 'rules.activation',
  operation: 'Deactivate',
  target: { type: 'DecisionRule', id: 'r-1', name: 'High amount' },
  note: 'too strict',
  state: 'open',
  asked: { by: 'Priya Nandakumar', at: '2026-11-20T08:12:00.000Z' },
  isOwn: false,
  decided: null,
  canDecide: true,
  canWithdraw: true,
  differences: [
    {
      operation: 'Deactivate',
      type: 'DecisionRule',
      id: 'r-1',
      name: 'High amount',
      original: { active: true },
      modified: { active: false },
    },
  ],
  call: { body: { version: 'v1', active: false }, file: null, isCut: false },
};

const show = async (shown: ChangeDetail = change, heading = 'Deactivate: High amount') => {
  const sent: { readonly method: string; readonly path: string; readonly body: unknown }[] = [];
  const { differences: _differences, call: _call, ...summary } = shown;
  const answer: Answer = (request) => {
    if (request.method !== 'GET') sent.push(request);
    if (request.path.includes(ID)) return shown;
    return { changes: [summary], nextCursor: null };
  };
  await renderConsole(<ChangesPage />, { address: `/changes?change=${ID}`, answer });
  await screen.findByRole('heading', { name: heading });
  return sent;
};

afterEach(cleanup);

describe('requested changes', () => {
  it('are shown with what they change, and approved by a key', async () => {
    const sent = await show();
    expect(document.body.textContent).toContain('active: false');
    expect(screen.getAllByText('too strict').length).toBeGreaterThan(0);
    fireEvent.keyDown(document.body, { key: 'a' });
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({ method: 'POST', path: expect.stringMatching(/approval$/) }),
    );
  });

  it('name the order of rules by its assessment and branch', async () => {
    const target = { type: 'RuleSet', id: 'purchase', name: 'purchase rules in Second look at large baskets' };
    const heading = 'Reorder: Rules: Purchase · Second look at large baskets';
    await show({ ...change, operation: 'Reorder', target }, heading);
    expect(screen.getByRole('heading', { name: heading })).toBeDefined();
  });

  it('are rejected by a key, with a reason', async () => {
    const sent = await show();
    fireEvent.keyDown(document.body, { key: 'r' });
    fireEvent.change(await screen.findByRole('textbox', { name: 'Reason' }), { target: { value: 'needed' } });
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: /^Reject/ }));
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ body: { reason: 'needed' } }));
  });

  it('are not decided by who asked for them', async () => {
    const sent = await show({ ...change, isOwn: true, canDecide: false });
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Take back' }));
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ method: 'DELETE' }));
  });
});
