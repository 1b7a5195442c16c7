import { typeIntoEditor } from '@redoubt/fql-editor';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { type Answer, renderConsole } from '../../../testing/render-console.tsx';
import { RulesPage } from '../RulesPage.tsx';
import '../../../testing/no-layout.ts';
import { RULE_IDS, ruleOf, rulesServer, ruleSetOf, type RulesServer } from '../testing/rules-server.ts';

const begin = async (server: RulesServer) => {
  const shown = await renderConsole(<RulesPage />, {
    address: '/fraud/purchase/rules?rule=new&starter=highAmount',
    answer: server.answer,
  });
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name of the rule' });
  return { ...shown, name };
};

const stored = () => ruleOf({ name: 'New rule 1', status: 'DraftOnly', published: null, history: [] });

describe('a new rule', () => {
  afterEach(cleanup);

  test('has the focus on its name and is nowhere until it is edited', async () => {
    const server = rulesServer(stored());
    const { name } = await begin(server);
    expect(document.activeElement).toBe(name);
    expect(name.value).toBe('New rule 1');
    expect(screen.getByText('Saved with the first change')).toBeTruthy();
    fireEvent.blur(name);
    expect(server.writes.filter(({ path }) => path !== '/evaluate')).toEqual([]);
  });

  test('is stored with its first edit, stays open, and has its own address then', async () => {
    const server = rulesServer(stored());
    const { address } = await begin(server);
    const code = screen.getByRole('textbox', { name: /^Code of 1 / });
    act(() => typeIntoEditor(code, 'RETURN Reject("HIGH")'));
    await waitFor(() => expect(address()).toContain(`rule=${RULE_IDS.first}`), { timeout: 15_000 });
    const [made] = server.writes.filter(({ path }) => path === '/rules');
    expect(made?.body).toMatchObject({ name: 'New rule 1', text: { clauses: [{ code: 'RETURN Reject("HIGH")' }] } });
    expect(code.isConnected).toBe(true);
  });

  test('is stored under the name that is typed first', async () => {
    const server = rulesServer(ruleOf({ name: 'Gift card limit', status: 'DraftOnly', published: null, history: [] }));
    const { name } = await begin(server);
    fireEvent.change(name, { target: { value: 'Gift card limit' } });
    fireEvent.keyDown(name, { key: 'Enter' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Gift card limit' })).toBeTruthy();
    expect(server.writes.find(({ path }) => path === '/rules')?.body).toMatchObject({ name: 'Gift card limit' });
  });

  test('a name another rule has is said beside the field', async () => {
    const { name } = await begin(rulesServer(stored()));
    fireEvent.change(name, { target: { value: 'gift cards' } });
    fireEvent.blur(name);
    expect(await screen.findByText('Another rule here has this name.')).toBeTruthy();
    expect(name.getAttribute('aria-invalid')).toBe('true');
  });

  test('is published under a name that publishing asked for', async () => {
    const server = rulesServer(stored());
    await begin(server);
    fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
    const review = await screen.findByRole('region', { name: 'Before publishing' });
    fireEvent.change(within(review).getByRole('textbox', { name: 'Name of the rule' }), {
      target: { value: 'Over the limit' },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Publish version 1' }));
    await waitFor(() =>
      expect(server.writes.find(({ path }) => path.endsWith('/publish'))?.body).toMatchObject({
        name: 'Over the limit',
      }),
    );
  });

  test('a name that another person took meanwhile gives way to the next free one', async () => {
    const server = rulesServer(stored());
    const asked: unknown[] = [];
    const answer: Answer = (request) => {
      if (request.method !== 'POST' || !request.path.endsWith('/rules')) return server.answer(request);
      const { name } = request.body as { readonly name: string };
      asked.push(name);
      if (asked.length > 1) return server.answer(request);
      const [draft] = server.ruleSet.drafts;
      if (draft) server.ruleSet = { ...server.ruleSet, drafts: [draft, { ...draft, id: RULE_IDS.inherited, name }] };
      const problem = { type: 'about:blank', title: 'taken', status: 409, code: 'RULE-NAME-TAKEN', params: { name } };
      return Response.json({ ...problem, correlationId: 'c-1' }, { status: 409 });
    };
    await begin({ ...server, answer });
    fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(asked).toEqual(['New rule 1', 'New rule 2']));
  });

  test('people who only read get the list', async () => {
    const server = rulesServer(stored(), ruleSetOf({ canWrite: false }));
    await renderConsole(<RulesPage />, { address: '/fraud/purchase/rules?rule=new', answer: server.answer });
    expect(await screen.findByText('Parcel lockers')).toBeTruthy();
  });
});
