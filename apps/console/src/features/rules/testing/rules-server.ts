import type { Evaluation, RuleDetail, RuleSet, RuleSummary, RuleText } from '@redoubt/contracts';
import { type Answer, TEST_ENVIRONMENT_ID } from '../../../testing/render-console.tsx';

const AT = '2026-11-20T08:12:00.000Z';
const BY = { by: 'Priya Nandakumar', at: AT };
export const PARENT_ID = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c00';

export const RULE_IDS = {
  first: '00000000-0000-4000-8000-000000000001',
  second: '00000000-0000-4000-8000-000000000002',
  draft: '00000000-0000-4000-8000-000000000003',
  inherited: '00000000-0000-4000-8000-000000000004',
} as const;

export const CLAUSE_IDS = ['10000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000002'] as const;

const summary = (id: string, name: string, change: Partial<RuleSummary> = {}): RuleSummary => ({
  id,
  type: 'decision',
  name,
  description: '',
  status: 'Active',
  order: 1,
  conditionExcerpt: 'WHEN @"totalAmount" > 150',
  clauseCount: 2,
  publishedVersion: 3,
  changed: BY,
  hits24h: 12,
  decisions24h: { Reject: 9, Review: 3 },
  sincePublished: null,
  requested: false,
  ...change,
});

export const ruleSetOf = (change: Partial<RuleSet> = {}): RuleSet => ({
  environmentId: TEST_ENVIRONMENT_ID,
  assessment: 'purchase',
  branch: null,
  runMode: 'allUntilDecision',
  samplePayload: { totalAmount: 99 },
  ownSample: false,
  approval: { required: false, canChange: true },
  version: 's1',
  rules: [
    summary(RULE_IDS.first, 'High amount', { description: 'Above the usual' }),
    summary(RULE_IDS.second, 'Gift cards', { order: 2, status: 'Inactive' }),
  ],
  actions: [],
  hasActions: false,
  drafts: [summary(RULE_IDS.draft, 'Parcel lockers', { order: null, status: 'DraftOnly', publishedVersion: null })],
  inherited: [
    {
      environmentId: PARENT_ID,
      environmentName: 'Europe',
      runMode: 'firstMatch',
      rules: [summary(RULE_IDS.inherited, 'Sanctions')],
      actions: [],
    },
  ],
  canWrite: true,
  ...change,
});

const textOfRule = (limit: string): RuleText => ({
  condition: 'WHEN @"totalAmount" > 150',
  clauses: [
    { id: CLAUSE_IDS[0], name: 'Above the limit', code: `RETURN Reject("HIGH")\nWHEN @"totalAmount" > ${limit}` },
    { id: CLAUSE_IDS[1], name: 'Abroad', code: 'RETURN Review("ABROAD")\nWHEN @"user.country" != "DK"' },
  ],
  samplePayload: { totalAmount: 489, user: { country: 'DK' } },
});

export const ruleOf = (change: Partial<RuleDetail> = {}): RuleDetail => ({
  id: RULE_IDS.first,
  environmentId: TEST_ENVIRONMENT_ID,
  assessment: 'purchase',
  type: 'decision',
  branch: null,
  name: 'High amount',
  description: 'Above the usual',
  status: 'ActiveWithDraft',
  order: 1,
  published: { ...textOfRule('600'), version: 3, published: BY, note: 'Limit 600', restores: null },
  draft: { ...textOfRule('400'), savedAt: '2026-11-21T09:31:00.000Z', by: 'Ines Holm', basedOnVersion: 3 },
  history: [
    { version: 3, published: BY, note: 'Limit 600', restores: null },
    { version: 2, published: BY, note: 'Limit 700', restores: null },
  ],
  version: 'v1',
  request: null,
  needsApproval: false,
  canWrite: true,
  ...change,
});

const evaluationOf = (text: RuleText): Evaluation => {
  const amount = (text.samplePayload as { readonly totalAmount?: number }).totalAmount ?? 0;
  const met = amount > 150;
  const [first] = text.clauses;
  const written = first?.code.indexOf('@"totalAmount"') ?? -1;
  return {
    diagnostics: [],
    result: {
      conditionMet: met,
      decision: met ? 'Reject' : 'Approve',
      reason: met ? 'HIGH' : null,
      supportMessage: null,
      challengeType: null,
      clauseId: met && first ? first.id : null,
      clauseName: met && first ? first.name : null,
      outputs: {},
      queue: null,
      action: null,
      steps: [
        {
          part: 'condition',
          name: '',
          outcome: met ? 'true' : 'false',
          decision: null,
          reads: [],
          values: [],
          error: null,
        },
        ...text.clauses.map((clause, index) => ({
          part: clause.id,
          name: clause.name,
          outcome: met && index === 0 ? ('fired' as const) : ('notReached' as const),
          decision: null,
          reads: [],
          values:
            met && index === 0 && written >= 0
              ? [{ text: '@"totalAmount"', from: written, to: written + 14, value: amount }]
              : [],
          error: null,
        })),
      ],
      data: [],
      elapsedUs: 812,
    },
  };
};

const refusal = (status: number, code: string): Response =>
  Response.json({ type: 'about:blank', title: code, status, code, params: {}, correlationId: 'c-1' }, { status });

export type RulesServer = {
  readonly answer: Answer;
  /** Calls that changed something, in order: method, path behind the rule set, body. */
  readonly writes: { readonly method: string; readonly path: string; readonly body: unknown }[];
  rule: RuleDetail;
  ruleSet: RuleSet;
};

/** Answers the calls of the rule screens from one rule set and one rule, and refuses stale version tags like the server. */
export const rulesServer = (rule: RuleDetail = ruleOf(), ruleSet: RuleSet = ruleSetOf()): RulesServer => {
  const server: RulesServer = { answer: (request) => answer(request), writes: [], rule, ruleSet };
  const nextTag = (): string => `v${Number(server.rule.version.slice(1)) + 1}`;
  const save = (text: RuleText): RuleDetail => {
    const draft = { ...text, savedAt: '2026-11-21T09:40:00.000Z', by: 'Ines Holm', basedOnVersion: 3 };
    server.rule = { ...server.rule, version: nextTag(), draft };
    return server.rule;
  };
  const publish = (active: boolean, note: string): RuleDetail => {
    const { draft, published } = server.rule;
    if (!draft) return server.rule;
    const { condition, clauses, samplePayload } = draft;
    const next = {
      condition,
      clauses,
      samplePayload,
      version: (published?.version ?? 0) + 1,
      published: BY,
      note,
      restores: null,
    };
    const history = [{ version: next.version, published: BY, note, restores: null }, ...server.rule.history];
    const status = active ? 'Active' : 'Inactive';
    server.rule = { ...server.rule, version: nextTag(), status, published: next, draft: null, history };
    return server.rule;
  };
  const rollBack = (to: number): RuleDetail => {
    const next = { ...textOfRule('700'), version: 4, published: BY, note: '', restores: to };
    server.rule = { ...server.rule, version: nextTag(), published: next, history: [next, ...server.rule.history] };
    return server.rule;
  };
  const answer: Answer = ({ method, path, body }) => {
    const rest = path.replace(/^.*\/rulesets\/purchase/, '').replace(/\?.*$/, '');
    const sent = (body ?? {}) as Readonly<Record<string, unknown>>;
    if (rest === '/catalogue')
      return {
        attributes: ['totalAmount', 'user.country'].map((each) => ({
          path: each,
          type: each === 'totalAmount' ? 'number' : 'string',
          source: 'schema',
          description: '',
        })),
        lists: [],
        velocities: [],
        functions: [],
        sources: ['geo', 'bin'],
        limits: {},
        calls: [],
        assessments: [],
      };
    if (rest === '/evaluate') return evaluationOf(sent['text'] as RuleText);
    if (rest.endsWith('/versions/3'))
      return { ...textOfRule('600'), version: 3, published: BY, note: 'Limit 600', restores: null };
    if (/\/versions\/\d+$/.test(rest))
      return { ...textOfRule('700'), version: 2, published: BY, note: 'Limit 700', restores: null };
    if (rest === '/backtests') return { backtests: [] };
    if (method === 'GET') return rest === '' ? server.ruleSet : server.rule;
    server.writes.push({ method, path: rest, body });
    if (rest === '/order') return { ...server.ruleSet, version: 's2' };
    if (rest === '/settings') return { ...server.ruleSet, version: 's2', ownSample: sent['samplePayload'] !== null };
    if (rest === '/rules') return server.rule;
    if (sent['version'] !== undefined && sent['version'] !== server.rule.version) return refusal(409, 'RULE-STALE');
    if (rest.endsWith('/draft') && method === 'PUT') return save(sent['text'] as RuleText);
    if (rest.endsWith('/roll-back')) return rollBack(Number(sent['to']));
    if (rest.endsWith('/publish')) return publish(sent['active'] === true, String(sent['note']));
    if (method === 'PATCH') server.rule = { ...server.rule, name: String(sent['name']), version: nextTag() };
    const isRequest = rest.includes('/requests');
    return method === 'DELETE' && !isRequest ? new Response(null, { status: 204 }) : server.rule;
  };
  return server;
};
