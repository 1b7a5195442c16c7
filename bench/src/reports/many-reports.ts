import type { BodyIn, CostModelDetail, putCostModel, queryObservations, queryReports } from '@redoubt/contracts';
import { DAY_MS } from '@redoubt/kernel';
import type { DemonstrationFacts } from '@redoubt/testing/durability';
import { signIn } from '../measure/sign-in.ts';

type Asker = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<unknown>;

/** A question that a page of the console asks. */
export type ReportQuestion = {
  readonly page: 'summary' | 'rules' | 'scores' | 'threats' | 'observations' | 'monitor';
  readonly what: string;
  readonly ask: (asker: Asker) => Promise<unknown>;
};

export type QuestionFigures = Omit<ReportQuestion, 'ask'> & {
  readonly ms: readonly number[];
};

/** A question that takes long is asked less often. */
export const LEAST_ROUNDS = 3;
const MOST_MS = 6000;

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Asks as a person who signed in. */
const askerOf =
  (origin: string, environmentId: string, token: string): Asker =>
  async (method, path, body) => {
    const response = await fetch(`${origin}/platform/v1/environments/${environmentId}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text.slice(0, 600)}`);
    return JSON.parse(text) as unknown;
  };

/** A role that may read every report. */
export const READER = 'ManualReviewFraudManager';
/** One that may write costs, for `forgetting`. */
export const WRITER = 'ProductAdmin';

/** Asks as the first person of the demonstration with a role, who signs in for it. */
export const askerIn = async (
  facts: DemonstrationFacts & { readonly signInLink: string },
  role: string,
): Promise<Asker> => {
  const person = facts.people.find(({ roles }) => roles.includes(role));
  if (person === undefined) throw new Error(`the demonstration has no ${role}`);
  return askerOf(facts.origin, facts.environmentId, await signIn(facts, person.username));
};

/** What the pages ask: of the widest usual period where sums answer, of as many days as single events may be read of where not. */
export const questionsOf = (nowMs: number, days: number, singleDays: number): readonly ReportQuestion[] => {
  const spanOf = (most: number) => ({ from: dayText(nowMs - (most - 1) * DAY_MS), to: dayText(nowMs) });
  const wide = { assessment: 'purchase', ...spanOf(days) };
  const report =
    (body: Omit<BodyIn<typeof queryReports>, 'assessment' | 'from' | 'to'>, span = spanOf(days)) =>
    (ask: Asker) =>
      ask('POST', 'reports/query', { assessment: 'purchase', ...span, ...body });
  const observations = (body: Omit<BodyIn<typeof queryObservations>, 'assessment' | 'from' | 'to'>) => (ask: Asker) =>
    ask('POST', 'reports/observations/query', { ...wide, ...body });
  const approved = [{ dimension: 'decision' as const, values: ['Approve'] }];
  // Where a page counts events, it asks for no amounts.
  const counted = { amounts: 'none' as const };
  const values = {
    ...counted,
    measures: ['events', 'rejected', 'fraud'] as ('events' | 'rejected' | 'fraud')[],
    most: 10,
  };
  const byField = {
    ...counted,
    by: 'field:ipCountry' as const,
    measures: ['events', 'fraud'] as ('events' | 'fraud')[],
    most: 101,
  };
  const narrowed = [{ dimension: 'field:cardType' as const, values: ['cardType 1'] }];
  const all = `${days} days`;
  return [
    { page: 'summary', what: `all, ${all} by day, beside the period before`, ask: report({ compare: 'previous' }) },
    {
      page: 'summary',
      what: `approved, ${all}`,
      ask: report({ ...counted, filters: approved, measures: ['events', 'fraud'] }),
    },
    { page: 'summary', what: `by country, ${all}`, ask: report({ ...values, by: 'country' }) },
    { page: 'summary', what: `by rule, ${all}`, ask: report({ ...values, by: 'rule' }) },
    { page: 'summary', what: `by currency, ${all}`, ask: report({ by: 'currency', measures: ['events'], most: 50 }) },
    {
      page: 'summary',
      what: 'by rule, 14 days by hour',
      ask: report({ ...values, by: 'rule', step: 'hour' }, spanOf(14)),
    },
    {
      page: 'rules',
      what: `rules, clauses, money and overlaps, ${all}`,
      ask: (ask) => ask('POST', 'reports/rules/query', { ...wide, bars: 'counts' }),
    },
    {
      page: 'rules',
      what: '28 days beside the 28 before',
      ask: (ask) => ask('POST', 'reports/rules/query', { ...wide, ...spanOf(28), bars: 'counts', compare: 'previous' }),
    },
    {
      page: 'scores',
      what: `by score, ${all}`,
      ask: report({ ...counted, by: 'score', measures: ['events', 'fraud'], most: 101 }),
    },
    {
      page: 'scores',
      what: `profit by score, ${all}`,
      ask: report({ amounts: 'converted', amountsIn: 'EUR', by: 'score', measures: ['events', 'fraud'], most: 101 }),
    },
    {
      page: 'scores',
      what: `by score of approved, ${all} by month`,
      ask: report({
        ...counted,
        by: 'score',
        filters: approved,
        measures: ['events', 'fraud'],
        most: 101,
        step: 'month',
      }),
    },
    { page: 'threats', what: `by country of the address, ${all}`, ask: report(byField) },
    {
      page: 'threats',
      what: `status of fraud, ${all}`,
      ask: report({
        ...counted,
        by: 'status',
        filters: [{ dimension: 'label', values: ['Fraud'] }],
        measures: ['events', 'fraud'],
      }),
    },
    { page: 'threats', what: `arrivals of labels, ${all}`, ask: (ask) => ask('POST', 'reports/arrivals/query', wide) },
    {
      page: 'threats',
      what: `by country of one card type, single events, ${singleDays} days`,
      ask: report({ ...byField, filters: narrowed }, spanOf(singleDays)),
    },
    { page: 'observations', what: `all, ${all}`, ask: observations({ compare: 'previous' }) },
    { page: 'observations', what: `by kind, ${all}`, ask: observations({ by: 'observation', most: 20 }) },
    { page: 'observations', what: `by decision, ${all}`, ask: observations({ by: 'decision' }) },
    {
      page: 'observations',
      what: `labels by verdict, ${all}`,
      ask: observations({ by: 'field:verdict', filters: [{ dimension: 'observation', values: ['label'] }] }),
    },
    { page: 'monitor', what: '48 hours', ask: (ask) => ask('GET', 'monitor/purchase?period=48h') },
    { page: 'monitor', what: '8 days', ask: (ask) => ask('GET', 'monitor/purchase?period=8d') },
    { page: 'monitor', what: '8 days, usual ranges', ask: (ask) => ask('GET', 'monitor/purchase/usual?period=8d') },
  ];
};

/** Whether an answer says that it is older than its question. */
const isKept = (answer: unknown, askedAtMs: number): boolean => {
  const { asOf } = answer as { readonly asOf?: string };
  return asOf !== undefined && Date.parse(asOf) < askedAtMs;
};

/**
 * Has the server work answers out again: it keeps none of a tenant after a call that may write what reports read. The costs are
 * written as they stand.
 *
 * @param asker of a person who may write to reports
 */
export const forgetting = (asker: Asker) => async (): Promise<void> => {
  const { own, model, version } = (await asker('GET', 'cost-model')) as CostModelDetail;
  const body: BodyIn<typeof putCostModel> = { version, model: own ? model : null };
  await asker('PUT', 'cost-model', body);
};

/**
 * Asks every question in turn, so many rounds after one that warms up; one that is refused took endless time.
 *
 * @param forget called before each question, so that its answer is worked out.
 * @throws where an answer is older than its question, as no time of it would count.
 */
export const timeQuestions = async (
  questions: readonly ReportQuestion[],
  asker: Asker,
  forget: () => Promise<void>,
  rounds: number,
  say: (text: string) => void,
): Promise<readonly QuestionFigures[]> => {
  const times = questions.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, { page, what, ask }] of questions.entries()) {
      const asked = times[at] ?? [];
      if (asked.length >= LEAST_ROUNDS && asked.reduce((sum, ms) => sum + ms, 0) > MOST_MS) continue;
      await forget();
      const [startMs, askedAtMs] = [performance.now(), Date.now()];
      const answer = await ask(asker).catch((error: unknown) => {
        say(`  ${page}: ${what}: ${String(error)}`);
        return null;
      });
      const tookMs = answer === null ? Number.POSITIVE_INFINITY : performance.now() - startMs;
      if (answer !== null && isKept(answer, askedAtMs)) throw new Error(`${page}: ${what} was answered as before`);
      if (round > 0) asked.push(tookMs);
      else say(`  ${page}: ${what}: ${tookMs.toFixed(0)} ms the first time`);
    }
  }
  return questions.map(({ page, what }, at) => ({ page, what, ms: times[at] ?? [] }));
};

/** Asks what a page asks, all at once, every second until it is told to stop; how often it was drawn, and its slowest answer. */
export const reloading = (questions: readonly ReportQuestion[], asker: Asker, everyMs: number) => {
  let isStopped = false;
  const ms: number[] = [];
  const done = (async () => {
    while (!isStopped) {
      const startMs = performance.now();
      await Promise.all(questions.map(({ ask }) => ask(asker)));
      const tookMs = performance.now() - startMs;
      ms.push(tookMs);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, everyMs - tookMs)));
    }
  })();
  return async (): Promise<readonly number[]> => {
    isStopped = true;
    await done;
    return ms;
  };
};
