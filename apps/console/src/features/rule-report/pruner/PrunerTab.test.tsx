import type { PrunedRuleDetail, RulePruningDetail, RulePruningResult } from '@redoubt/contracts';
import { DEFAULT_COST_MODEL } from '@redoubt/domain';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { giveLayout } from '../../../testing/give-layout.ts';
import { renderConsole, testMe, type Answer } from '../../../testing/render-console.tsx';
import type { ReportQuestion } from '../../../shared/report-charts/report-address.ts';
import { PrunerTab } from './PrunerTab.tsx';

beforeAll(giveLayout);
afterEach(cleanup);

const ME = testMe();
const HERE = ME.environments[0]?.id ?? '';
const [DEAR, SAME, ABOVE] = [
  '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e97',
  '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e98',
  '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e99',
] as const;
const PRUNING = '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e01';

const worth = (net: number) => ({ net, lower: net - 10, upper: net + 20 });
const rule = (id: string, name: string, more: Partial<PrunedRuleDetail>): PrunedRuleDetail => ({
  id,
  name,
  environmentId: HERE,
  environmentName: 'Shop',
  stays: null,
  matched: 12,
  decided: 12,
  changed: 0,
  isUnknown: false,
  marginal: worth(0),
  marginalWhenRemoved: null,
  removedAt: null,
  duplicateOf: null,
  reasons: [],
  ...more,
});

const RESULT: RulePruningResult = {
  events: 400,
  currency: 'EUR',
  costs: DEFAULT_COST_MODEL,
  costsFrom: null,
  missing: [{ currency: 'SEK', events: 3 }],
  stoppedBy: { control: 0, outcomes: 0, neighbours: 0, labels: 7 },
  whole: worth(500),
  rules: [
    rule(ABOVE, 'Above', { stays: 'above', environmentId: PRUNING, marginal: worth(40) }),
    rule(DEAR, 'Dear', { removedAt: 2, marginalWhenRemoved: worth(460) }),
    rule(SAME, 'Same', {
      removedAt: 1,
      decided: 0,
      marginalWhenRemoved: worth(0),
      duplicateOf: { id: DEAR, covered: 1, covers: 1 },
      reasons: ['duplicate', 'neverDecides'],
    }),
  ],
  curve: [
    { rules: 3, net: 500, removed: null },
    { rules: 2, net: 500, removed: SAME },
    { rules: 1, net: 40, removed: DEAR },
  ],
  proposed: 2,
  overlaps: [{ ruleId: DEAR, otherId: SAME, events: 12 }],
  errors: { events: 0, messages: [] },
  unknown: [],
};

const DONE: RulePruningDetail = {
  id: PRUNING,
  status: 'done',
  from: '2026-11-01',
  to: '2026-11-23',
  includeChildren: true,
  started: { by: 'Mara', at: '2026-11-23T10:00:00.000Z' },
  finishedAt: '2026-11-23T10:01:00.000Z',
  eventsTotal: 400,
  eventsDone: 400,
  problem: null,
  result: RESULT,
};

const QUESTION = {
  assessment: 'purchase',
  period: '28d',
  from: '2026-10-27',
  to: '2026-11-23',
  step: 'day',
  compare: 'none',
  view: 'count',
  currency: null,
  includeChildren: true,
} as unknown as ReportQuestion;

const show = async (pruning: RulePruningDetail | null, keep?: number) => {
  const onKeep = vi.fn<(keep: number | undefined) => void>();
  const sent: { path: string; body: unknown }[] = [];
  const answer: Answer = ({ path, method, body }) => {
    if (method === 'POST') sent.push({ path, body });
    if (method === 'POST' && path.endsWith('/prunings')) return { ...DONE, status: 'waiting', result: null };
    if (path.endsWith('/prunings')) return { prunings: pruning === null ? [] : [{ ...pruning, result: null }] };
    if (path.includes('/prunings/')) return pruning;
    return new Response(null, { status: 404 });
  };
  await renderConsole(<PrunerTab question={QUESTION} opens keep={keep} onKeep={onKeep} />, { me: ME, answer });
  await screen.findByRole('region', { name: 'Pruner' });
  return { onKeep, sent };
};
const table = () => screen.findByRole('table', { name: 'Rules of the set' });

describe('the pruner', () => {
  it('says what it would do where nothing was worked out, and begins for the days of the report', async () => {
    const { sent } = await show(null);
    expect(await screen.findByText('Nothing worked out yet')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Work out for Oct 27, 2026 to Nov 23, 2026' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({ from: '2026-10-27', to: '2026-11-23', includeChildren: true });
  });

  it('shows how far it is', async () => {
    await show({ ...DONE, status: 'running', eventsDone: 100, result: null });
    expect(await screen.findByText('Events asked: 100 of 400')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
  });

  it('proposes the smaller set, and says of each rule why', async () => {
    await show(DONE);
    const rows = within(await table())
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
      'Same · Shop',
      'Dear · Shop',
      'Above · Shop',
    ]);
    expect(rows[0]?.textContent).toContain('goes');
    expect(rows[0]?.textContent).toContain('100% of its events are decided by Dear too · never decides');
    expect(rows[1]?.textContent).toContain('stays');
    expect(rows[2]?.textContent).toContain('stands in an environment above');
    expect(screen.getByText(/Rules kept: 2 of 3, with a net value of 500 EUR/)).toBeTruthy();
    expect(screen.getByText(/labels only 7/).textContent).toContain('3 (SEK)');
    const matrix = screen.getByRole('table', { name: 'Overlap' });
    expect(within(matrix).getByRole('link', { name: '100%, Dear and Same: 12' }).textContent).toBe('100%');
  });

  it('keeps as many rules as the handle says', async () => {
    const { onKeep } = await show(DONE, 1);
    const rows = within(await table())
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => row.textContent.includes('goes'))).toEqual([true, true, false]);
    fireEvent.click(screen.getByRole('button', { name: 'Back to the proposed 2' }));
    expect(onKeep).toHaveBeenCalledWith(undefined);
    fireEvent.change(screen.getByRole('slider', { name: 'How many rules are kept' }), { target: { value: '3' } });
    expect(onKeep).toHaveBeenCalledWith(3);
  });

  it('says what went wrong', async () => {
    await show({ ...DONE, status: 'failed', problem: 'BACKTEST-TOO-LARGE', result: null });
    expect((await screen.findByRole('alert')).textContent).toMatch(/do not fit into its memory/);
  });
});
