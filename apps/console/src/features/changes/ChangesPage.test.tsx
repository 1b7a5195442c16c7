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
  unconditional: [],
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

  it('show what configuration files change, resource by resource', async () => {
    const target = { type: 'Configuration', id: 'e-1', name: 'configuration' };
    type Difference = ChangeDetail['differences'][number];
    const of = (type: string, name: string, original: Difference['original'], modified: Difference['modified']) => ({
      operation: 'Update',
      type,
      id: name,
      name,
      original,
      modified,
    });
    const counts = { added: 1, changed: 2, removed: 0, files: 'sha256', resources: [] };
    await show(
      {
        ...change,
        endpoint: 'configuration.import',
        operation: 'Import',
        target,
        differences: [
          { ...target, operation: 'Import', original: null, modified: counts },
          of('rule', 'purchase/High amount', 'rule: High amount\nactive: true', 'rule: High amount\nactive: false'),
          of(
            'list',
            'Blocked',
            { text: 'list: Blocked', rows: 'a' },
            { text: 'list: Blocked', rows: 'b', rowsAdded: 7, rowsRemoved: 3 },
          ),
          of('externalCall', 'score', null, null),
        ],
        call: { body: { files: ['rules/purchase/High amount.yaml'], prune: true }, file: null, isCut: false },
      },
      'Import: Configuration of the environment',
    );
    const said = document.body.textContent ?? '';
    expect(said).toContain(
      'Resources of the files: 1 new, 2 changed, 0 deleted. What the files do not have is deleted.',
    );
    expect(screen.getByRole('heading', { name: 'Change · Rule · Purchase · High amount' })).toBeDefined();
    expect(said).toContain('active: false');
    expect(said).toContain('Rows: 7 added, 3 removed.');
    expect(said).toContain('Your role does not show resources of this kind.');
  });

  it('name each rule that would reject or challenge every event, in the reader’s words', async () => {
    await show({
      ...change,
      unconditional: [
        { rule: 'High amount', clause: 'Stop', decision: 'Reject' },
        { rule: 'New payers', clause: 'Ask', decision: 'Challenge' },
      ],
    });
    const said = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(said).toEqual([
      expect.stringContaining('High amount: “Stop” rejects every event'),
      expect.stringContaining('New payers: “Ask” challenges every event'),
    ]);
  });

  it('are found by what is typed where `/` leads', async () => {
    await show();
    const field = screen.getByRole('searchbox', { name: 'Name, kind, person, note' });
    fireEvent.keyDown(document.body, { key: '/' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    fireEvent.change(field, { target: { value: 'PRIYA' } });
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('2');
    fireEvent.change(field, { target: { value: 'nothing of it' } });
    expect(await screen.findByText('No request fits')).toBeDefined();
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
