import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';
import { ExternalAssessmentsPage } from './ExternalAssessmentsPage.tsx';

const ID = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c51';
const CHANGED = { by: 'Tomas Berg', at: '2026-11-19T17:31:00.000Z' };
const FIGURES = { calls: 120, perSecond: 0.5, success: 0.975, averageMs: 8, p50Ms: 10, p95Ms: 10, p99Ms: 30 };
const USER = { kind: 'rule', id: ID, name: 'High amounts', assessment: 'purchase' };

const detail = (change: object = {}) => ({
  id: ID,
  name: 'points',
  description: 'Points of the customer',
  target: {
    environmentId: TEST_ENVIRONMENT_ID,
    assessment: 'assessment-1',
    friendlyName: 'Points redemption',
    environmentName: 'Production',
    problem: null,
  },
  users: [],
  changed: CHANGED,
  version: '1',
  canWrite: true,
  ...change,
});

const { canWrite: _canWrite, ...summary } = detail();

const TARGETS = [
  {
    assessment: 'assessment-1',
    friendlyName: 'Points redemption',
    apiName: 'Points',
    template: 'Custom',
    sharing: 'Private',
    root: { id: TEST_ENVIRONMENT_ID, name: 'Production' },
    environments: [{ id: TEST_ENVIRONMENT_ID, name: 'Production' }],
    sampleResponse: { decisionDetails: { merchantRuleDecision: 'Approve' } },
    apis: [
      {
        method: 'Evaluate',
        api: null,
        friendlyName: 'Points redemption',
        fields: [{ name: 'points', required: true, sample: 3 }],
      },
      { method: 'Observe', api: 'Refund', friendlyName: 'Refund', fields: [] },
    ],
  },
];

const METRICS = {
  name: 'points',
  timeoutMs: 5000,
  health: 'healthy',
  from: '2026-11-20T10:30:00.000Z',
  to: '2026-11-21T10:30:00.000Z',
  figures: FIGURES,
  failures: [{ outcome: 'circle', calls: 3 }],
  budgetMs: 5000,
  callers: [],
  buckets: [
    { from: '2026-11-20T10:30:00.000Z', to: '2026-11-21T10:30:00.000Z', figures: FIGURES, failures: { circle: 3 } },
  ],
};

const answering =
  (change: object = {}, canWrite = true, calls: string[] = []): Answer =>
  ({ method, path, body }) => {
    if (path.includes('/catalog/shareable')) return { assessments: TARGETS };
    const after = path.split('/externalassessments')[1] ?? '';
    if (method !== 'GET') calls.push(`${method} ${after} ${JSON.stringify(body)}`);
    if (after.includes('/metrics')) return METRICS;
    if (after.startsWith(`/${ID}`) || method === 'POST') return detail({ canWrite, ...change });
    const tile = { ...summary, health: 'healthy', figures: FIGURES, trend: [{ calls: 1, failed: 0 }], users: [USER] };
    return { assessments: [tile], canWrite };
  };

describe('the external assessments page', () => {
  beforeAll(giveLayout);
  afterEach(cleanup);

  it('shows what each points to and how it does, and opens one with code to copy', async () => {
    await renderConsole(<ExternalAssessmentsPage />, { answer: answering() });
    for (const shown of ['Points redemption · Production', '0.5', '8 ms', '97.5%', 'Used by 1 text'])
      expect(await screen.findByText(shown)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'points' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'points' })).toBeDefined();
    const code = await screen.findByLabelText('Assessments.points.Evaluate');
    expect(code.textContent).toContain('points = 3 // required');
    fireEvent.click(screen.getByRole('button', { name: 'Refund' }));
    expect(screen.getByLabelText('Assessments.points.Observe').textContent).toContain('Observe(\n  "Refund"');
    expect(screen.getByRole('list', { name: 'Failures by kind' }).textContent).toContain(
      'The assessment calls itself3',
    );
  });

  it('makes a new one', async () => {
    const calls: string[] = [];
    await renderConsole(<ExternalAssessmentsPage />, { address: '/?do=new', answer: answering({}, true, calls) });
    fireEvent.change(await screen.findByRole('textbox', { name: /^Name/ }), { target: { value: 'points' } });
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]).toContain(`"target":{"assessment":"assessment-1","environmentId":"${TEST_ENVIRONMENT_ID}"}`);
  });

  it('keeps the name while a rule uses it, and says where the target is gone', async () => {
    const target = { ...detail().target, problem: 'notShared' };
    await renderConsole(<ExternalAssessmentsPage />, {
      address: `/?assessment=${ID}`,
      answer: answering({ users: [USER], target }),
    });
    expect(await screen.findByText('It is in use: the name stays.')).toBeDefined();
    expect(screen.getByText('No longer shared')).toBeDefined();
    expect(screen.getByText('Delete').closest('button')?.getAttribute('aria-disabled')).toBe('true');
  });

  it('shows readers one without a way to change it', async () => {
    await renderConsole(<ExternalAssessmentsPage />, { address: `/?assessment=${ID}`, answer: answering({}, false) });
    expect(await screen.findByText('Read only')).toBeDefined();
    for (const name of ['Save', 'Delete']) expect(screen.queryByRole('button', { name })).toBeNull();
  });
});
