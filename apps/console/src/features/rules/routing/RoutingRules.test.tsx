import type { RoutingAssessment, RoutingCoverage, RoutingRuleSet, RuleDetail } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CurrentRoute } from '../../../routes/current-route.ts';
import { ROUTES } from '../../../routes/route-table.ts';
import { NO_SYMBOLS } from '../../../testing/fixtures.ts';
import { renderConsole } from '../../../testing/render-console.tsx';
import { RulesPage } from '../RulesPage.tsx';
import '../../../testing/no-layout.ts';
import { RULE_IDS, ruleOf, ruleSetOf } from '../testing/rules-server.ts';

const PATH = '/casemanagement/routingrules';
const route = ROUTES.find(({ path }) => path === PATH) ?? null;

const routing = { type: 'routing', decisions24h: {} } as const;
const plain = ruleSetOf({ inherited: [] });
const set: RoutingRuleSet = {
  ...plain,
  rules: plain.rules.map((rule) => ({ ...rule, ...routing })),
  drafts: plain.drafts.map((rule) => ({ ...rule, ...routing })),
  queues: [
    { id: '20000000-0000-4000-8000-000000000000', name: 'General' },
    { id: '20000000-0000-4000-8000-000000000001', name: 'Large' },
  ],
  routesTo: [
    { ruleId: RULE_IDS.first, queue: 'Large', isThere: true },
    { ruleId: RULE_IDS.second, queue: 'Vouchers', isThere: false },
  ],
};
const coverage: RoutingCoverage = {
  from: '2026-11-16T00:00:00.000Z',
  to: '2026-11-23T00:00:00.000Z',
  cases: 8,
  general: 2,
  rules: [{ name: 'High amount', cases: 6, clauses: [{ name: 'Above the limit', cases: 6 }] }],
};
const purchase: RoutingAssessment = { assessment: 'purchase', name: null, published: 2, drafts: 1, flagged: 1 };
const points: RoutingAssessment = { ...purchase, assessment: 'assessment-1', name: 'Points', flagged: 0 };

const code = (queue: string) => `ROUTETO Queue("${queue}")\nWHEN @"totalAmount" > 100`;
const textOf = (queue: string) => ({
  condition: '',
  clauses: [{ id: '10000000-0000-4000-8000-000000000001', name: 'Above', code: code(queue), view: 'visual' as const }],
  samplePayload: { totalAmount: 489 },
});
const rule: RuleDetail = ruleOf({
  type: 'routing',
  status: 'Active',
  published: null,
  draft: { ...textOf('Vouchers'), savedAt: '2026-11-21T09:31:00.000Z', by: 'Ines Holm', basedOnVersion: 0 },
});

type Write = { readonly path: string; readonly body: unknown };

const show = async (address = PATH, written: Write[] = []) => {
  const answer = ({
    method,
    path,
    body,
  }: {
    readonly method: string;
    readonly path: string;
    readonly body?: unknown;
  }) => {
    if (method !== 'GET' && !path.endsWith('/evaluate')) written.push({ path, body });
    if (path.endsWith('/coverage')) return coverage;
    if (path.endsWith('/routingrules')) return { assessments: [purchase, points], canWrite: true };
    if (path.endsWith('/catalogue'))
      return {
        ...NO_SYMBOLS,
        attributes: [{ path: 'totalAmount', type: 'number', source: 'schema', description: '' }],
        queues: ['General', 'Large'],
      };
    if (path.endsWith('/evaluate')) return { diagnostics: [], result: null };
    if (path.includes('/rules/')) return rule;
    return set;
  };
  const page = (
    <CurrentRoute value={route}>
      <RulesPage />
    </CurrentRoute>
  );
  return renderConsole(page, { address, answer });
};

afterEach(cleanup);

test('routing rules stand in their order, a queue that is gone is flagged, and tabs lead to other assessments', async () => {
  await show();
  await screen.findByRole('table', { name: 'Routing rules' });
  expect(screen.getByRole('rowheader', { name: /route from top to bottom/ })).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /Gift cards/ })).getByText('Queue missing: Vouchers')).toBeTruthy();
  expect(screen.getByRole('columnheader', { name: 'Queues' })).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /High amount/ })).getByText('Large')).toBeTruthy();
  const tab = await screen.findByRole('link', { name: 'Points' });
  expect(tab.getAttribute('href')).toContain('assessment=assessment-1');
  expect(screen.getByRole('link', { name: 'High amount' }).getAttribute('href')).toMatch(
    /^\/casemanagement\/routingrules\?assessment=purchase&rule=/,
  );
});

test('another order is saved with the keys', async () => {
  const written: Write[] = [];
  await show(PATH, written);
  fireEvent.keyDown(await screen.findByRole('link', { name: 'High amount' }), { key: 'ArrowDown', altKey: true });
  fireEvent.click(await screen.findByRole('button', { name: 'Save order' }));
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]).toMatchObject({
    path: expect.stringContaining('/routingrules/purchase/order'),
    body: { version: 's1', ruleIds: [RULE_IDS.second, RULE_IDS.first] },
  });
});

test('coverage says which share of cases each rule and clause routed, and how many fell to General', async () => {
  await show(`${PATH}?panel=coverage`);
  const table = await screen.findByRole('table', { name: 'Coverage of the last 7 days' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(rows.slice(1)).toEqual(['High amount675.0%', 'Above the limit675.0%', 'General, routed by no rule225.0%']);
});

test('a clause as rows chooses its queue, and says when it is not there any more', async () => {
  const written: Write[] = [];
  await show(`${PATH}?assessment=purchase&rule=${RULE_IDS.first}`, written);
  const queue = await screen.findByRole('combobox', { name: 'Queue' });
  expect(within(queue).getByRole('option', { name: 'Vouchers (not there)' })).toBeTruthy();
  fireEvent.change(queue, { target: { value: 'Large' } });
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]).toMatchObject({
    path: expect.stringContaining('/routingrules/purchase/rules/'),
    body: { text: { clauses: [{ code: code('Large') }] } },
  });
});
