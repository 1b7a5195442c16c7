import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { CurrentRoute } from '../../../routes/current-route.ts';
import { ROUTES } from '../../../routes/route-table.ts';
import { renderConsole } from '../../../testing/render-console.tsx';
import { RulesPage } from '../RulesPage.tsx';
import '../../../testing/no-layout.ts';
import { PARENT_ID, RULE_IDS, ruleOf, ruleSetOf, rulesServer, type RulesServer } from '../testing/rules-server.ts';

const show = async (server: RulesServer = rulesServer()) => {
  const shown = await renderConsole(<RulesPage />, { address: '/fraud/purchase/rules', answer: server.answer });
  return { ...shown, server };
};

const names = () => screen.getAllByRole('link').map((link) => link.textContent);
const ruleNames = () => names().filter((name) => /High|Gift|Parcel|Sanctions/.test(name ?? ''));

describe('list of rules', () => {
  afterEach(cleanup);

  test('inherited rules stand first, then published ones in order, then drafts', async () => {
    await show();
    await screen.findByRole('table', { name: 'Purchase rules' });
    expect(ruleNames()).toEqual(['Sanctions', 'High amount', 'Gift cards', 'Parcel lockers']);
    expect(screen.getByRole('rowheader', { name: /Europe/ })).toBeTruthy();
  });

  test('the page of another assessment has that one’s rules, title and starters', async () => {
    const login = ROUTES.find(({ path }) => path === '/fraud/accountlogin/rules') ?? null;
    const asked: string[] = [];
    const page = (
      <CurrentRoute value={login}>
        <RulesPage />
      </CurrentRoute>
    );
    const empty = ruleSetOf({ assessment: 'accountLogin', rules: [], drafts: [], inherited: [] });
    const answer = ({ path }: { readonly path: string }) => {
      asked.push(path);
      return empty;
    };
    await renderConsole(page, { address: '/fraud/accountlogin/rules', answer });
    expect(await screen.findByRole('button', { name: /Changed contacts/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /High amounts/ })).toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'Account login rules' })).toBeTruthy();
    expect(asked.every((path) => path.includes('/rulesets/accountLogin'))).toBe(true);
  });

  test('actions stand after the rules, in an order of their own, where an assessment may have them', async () => {
    const [first, second] = ruleSetOf().rules.map((rule) => ({ ...rule, type: 'action' as const }));
    if (!first || !second) throw new Error('two rules are listed');
    const ids = { one: `${RULE_IDS.first.slice(0, -1)}8`, two: `${RULE_IDS.first.slice(0, -1)}9` };
    const actions = [
      { ...first, id: ids.one, name: 'High tell' },
      { ...second, id: ids.two, name: 'Gift tell' },
    ];
    const server = rulesServer();
    server.ruleSet = ruleSetOf({ hasActions: true, actions });
    await show(server);
    fireEvent.keyDown(await screen.findByRole('link', { name: 'High tell' }), { key: 'ArrowDown', altKey: true });
    expect(screen.getByRole('rowheader', { name: /Post-decision actions/ })).toBeTruthy();
    expect(ruleNames()).toEqual(['Sanctions', 'High amount', 'Gift cards', 'Gift tell', 'High tell', 'Parcel lockers']);
    fireEvent.click(screen.getByRole('button', { name: 'Save order' }));
    await waitFor(() =>
      expect(server.writes).toMatchObject([{ body: { type: 'action', ruleIds: [ids.two, ids.one] } }]),
    );
  });

  test('a row says its decisions of the last day in words', async () => {
    await show();
    const row = (await screen.findByRole('link', { name: 'High amount' })).closest('tr');
    expect(
      within(row as HTMLElement).getByRole('img', { name: 'Reject 9 and Review 3 in the last 24 hours' }),
    ).toBeTruthy();
  });

  test('a version published lately stands beside the one before, and one click brings that one back', async () => {
    const since = {
      version: 3,
      before: 2,
      publishedAt: '2026-11-21T09:00:00.000Z',
      spanMs: 3_600_000,
      after: { hits: 9, decisions: { Reject: 9 } },
      earlier: { hits: 2, decisions: { Review: 2 } },
    } as const;
    const [first, ...others] = ruleSetOf().rules;
    if (!first) throw new Error('the set has rules');
    const { server } = await show(
      rulesServer(ruleOf(), ruleSetOf({ rules: [{ ...first, sincePublished: since }, ...others] })),
    );
    const beside = await screen.findByRole('group', { name: 'Version 3 of High amount beside the one before' });
    expect(within(beside).getByText('9 hits')).toBeTruthy();
    expect(within(beside).getByRole('img', { name: 'Review 2' })).toBeTruthy();
    fireEvent.click(within(beside).getByRole('button', { name: 'Roll back to version 2' }));
    await waitFor(() =>
      expect(server.writes.at(-1)).toMatchObject({ path: /roll-back$/, body: { version: 'v1', to: 2 } }),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.writes.at(-1)?.body).toMatchObject({ to: 3 }));
  });

  test('the sample of new rules is written in the settings, and given back', async () => {
    const { server } = await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Rule settings' }));
    const field = await screen.findByRole('textbox', { name: 'Sample payload as JSON' });
    expect(screen.getByRole('button', { name: /Back to the product/ }).getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(field, { target: { value: '{ "totalAmount": 7 }' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.writes.at(-1)).toMatchObject({
        path: '/settings',
        body: { runMode: 'allUntilDecision', samplePayload: { totalAmount: 7 } },
      }),
    );
    fireEvent.click(await screen.findByRole('button', { name: /Back to the product/ }));
    await waitFor(() => expect(server.writes.at(-1)?.body).toMatchObject({ samplePayload: null }));
  });

  test('Alt and arrow move a rule, and the order is sent when it is saved', async () => {
    const { server } = await show();
    fireEvent.keyDown(await screen.findByRole('link', { name: 'High amount' }), { key: 'ArrowDown', altKey: true });
    expect(ruleNames()).toEqual(['Sanctions', 'Gift cards', 'High amount', 'Parcel lockers']);
    expect(server.writes).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Save order' }));
    await waitFor(() =>
      expect(server.writes).toEqual([
        {
          method: 'PUT',
          path: '/order',
          body: { version: 's1', type: 'decision', ruleIds: [RULE_IDS.second, RULE_IDS.first] },
        },
      ]),
    );
  });

  test('cancelling an order brings the saved one back', async () => {
    await show();
    fireEvent.keyDown(await screen.findByRole('link', { name: 'Gift cards' }), { key: 'ArrowUp', altKey: true });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(ruleNames()).toEqual(['Sanctions', 'High amount', 'Gift cards', 'Parcel lockers']);
    expect(screen.queryByRole('button', { name: 'Save order' })).toBeNull();
  });

  test('inherited rules open where they belong, and neither move nor have actions', async () => {
    await show();
    const inherited = await screen.findByRole('link', { name: 'Sanctions' });
    expect(inherited.getAttribute('href')).toContain(`owner=${PARENT_ID}`);
    fireEvent.keyDown(inherited, { key: 'ArrowDown', altKey: true });
    expect(screen.queryByRole('button', { name: 'Save order' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Actions for Sanctions' })).toBeNull();
  });

  test('j enters the list from the page and goes on from rule to rule', async () => {
    await show();
    const first = await screen.findByRole('link', { name: 'Sanctions' });
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(document.activeElement).toBe(first);
    fireEvent.keyDown(first, { key: 'j' });
    const second = screen.getByRole('link', { name: 'High amount' });
    expect(document.activeElement).toBe(second);
    fireEvent.keyDown(second, { key: 'k' });
    expect(document.activeElement).toBe(first);
  });

  test('F2 renames in place and refuses a name that is taken', async () => {
    const { server } = await show();
    fireEvent.keyDown(await screen.findByRole('link', { name: 'High amount' }), { key: 'F2' });
    const field = await screen.findByRole('textbox', { name: 'Name' });
    fireEvent.change(field, { target: { value: 'gift CARDS' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getAllByText('Another rule here has this name.').length).toBeGreaterThan(0);
    expect(server.writes).toEqual([]);
    fireEvent.change(field, { target: { value: 'Higher amount' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.writes[0]).toMatchObject({ method: 'PATCH', body: { version: 'v1', name: 'Higher amount' } }),
    );
  });

  test('deleting asks beside the rule, by its name', async () => {
    const { server } = await show();
    fireEvent.keyDown(await screen.findByRole('link', { name: 'High amount' }), { key: 'Delete' });
    expect(screen.getByRole('alertdialog', { name: 'Delete “High amount”?' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Delete “High amount”' }));
    await waitFor(() => expect(server.writes[0]).toMatchObject({ method: 'DELETE', path: `/rules/${RULE_IDS.first}` }));
  });

  test('the search looks into names and descriptions', async () => {
    await show();
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Search rules' }), { target: { value: 'usual' } });
    await waitFor(() => expect(ruleNames()).toEqual(['High amount']));
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing has this' } });
    expect(await screen.findByText(/No rule has “nothing has this”/)).toBeTruthy();
  });

  test('an empty list offers rules to start from and opens the new one', async () => {
    const server = rulesServer(ruleOf(), ruleSetOf({ rules: [], drafts: [], inherited: [] }));
    const { address } = await show(server);
    fireEvent.click(await screen.findByRole('button', { name: /High amounts/ }));
    await waitFor(() => expect(address()).toContain('rule=new&starter=highAmount'));
    expect(server.writes).toEqual([]);
  });

  test('people who only read see the same list without editing', async () => {
    await show(rulesServer(ruleOf(), ruleSetOf({ canWrite: false })));
    expect(await screen.findByText('Read only')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /New rule/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull();
    fireEvent.keyDown(screen.getByRole('link', { name: 'High amount' }), { key: 'ArrowDown', altKey: true });
    expect(screen.queryByRole('button', { name: 'Save order' })).toBeNull();
  });

  test('a rule that came with the product is named in the reader’s language until it is renamed', async () => {
    const [first, ...others] = ruleSetOf().rules;
    if (!first) throw new Error('the set has rules');
    const provided = { ...first, name: 'Default Support Rule' };
    const server = rulesServer(ruleOf(), ruleSetOf({ rules: [provided, ...others] }));
    const address = '/fraud/purchase/rules';
    await renderConsole(<RulesPage />, { address, answer: server.answer, language: 'de-DE' });
    const shown = 'Standardregel für Supportlisten';
    fireEvent.keyDown(await screen.findByRole('link', { name: shown }), { key: 'F2' });
    fireEvent.submit(screen.getByDisplayValue(shown));
    await waitFor(() => expect(server.writes).toMatchObject([{ body: { name: 'Default Support Rule' } }]));
    await waitFor(() => expect(screen.queryByDisplayValue(shown)).toBeNull());
    fireEvent.keyDown(await screen.findByRole('link', { name: shown }), { key: 'F2' });
    const name = screen.getByDisplayValue(shown);
    fireEvent.change(name, { target: { value: 'Sperrlisten' } });
    fireEvent.submit(name);
    await waitFor(() => expect(server.writes).toMatchObject([{}, { body: { name: 'Sperrlisten' } }]));
  });
});
