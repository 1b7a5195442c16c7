import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS, type Clock, type JsonObject } from '@redoubt/kernel';
import { createRandom, type Random } from '@redoubt/testing/simulator';
import { z } from 'zod';
import { CliError } from '../cli-error.ts';
import type { CaseAnswer, CaseClient } from '../connection/case-client.ts';
import { formatCount, formatTally } from '../terminal/format.ts';

const queuesSchema = z.object({ queues: z.array(z.object({ id: z.string(), paused: z.boolean() })) });
const leasedSchema = z.object({ case: z.object({ id: z.string() }).nullable() });
const caseSchema = z.object({
  case: z.object({ amount: z.number().nullable(), reason: z.string().nullable() }),
  decisions: z.array(z.object({ name: z.string(), caseAction: z.string(), reasons: z.array(z.string()) })),
});
type ReviewedCase = z.output<typeof caseSchema>;

export type AnalystsOptions = {
  readonly client: CaseClient;
  readonly clock: Clock;
  readonly count: number;
  readonly seed: number;
  /** How long an analyst looks at a case, by median. */
  readonly lookMs: number;
  readonly stop: AbortSignal;
};

export type Analysts = {
  /** What they did so far, in words. */
  readonly text: () => string;
  /** Resolves once each has given back what they had in review. Rejects with a `CliError` where none can work. */
  readonly done: Promise<void>;
};

const NAMES = [
  'Noor Haddad',
  'Piet Vos',
  'Rosa Marín',
  'Sven Dahl',
  'Tilda Frey',
  'Ugo Conti',
  'Vera Lund',
  'Will Marsh',
];
const IDLE_MS = 2 * SECOND_MS;
const GIVE_UP_AFTER_MS = 2 * MINUTE_MS;
const LOOK_SPREAD = 0.5;
const GIVE_BACK_SHARE = 0.08;
const NOTE_SHARE = 0.15;
const HOLD_SHARE = 0.04;
const ESCALATE_SHARE = 0.05;
const UNDO_SHARE = 0.03;
/** A case is put aside for so long: those who look on see it come back. */
const HOLD_MS = 5 * MINUTE_MS;
/** Above it analysts doubt more. */
const DEAR = 500;

/** What is said with a decision, the likeliest first; a configuration without these gets its own first reasons. */
const REASONS = {
  Approve: ['Verified customer', 'Low risk', 'Business policy', 'Not enough information'],
  Reject: ['Stolen card', 'Suspected fraud', 'Compromised account', 'Policy violation'],
} as const;
const NOTES = [
  'Called the number of the account, the customer knows of the order.',
  'Other orders of this device look the same.',
  'The address was used before, without a complaint.',
] as const;

const HOLD_REASONS = ['The customer calls back.', 'The bank looks at the card.'] as const;
const ESCALATE_REASONS = ['More than I may decide.', 'Belongs to a ring.'] as const;

/** What is done with cases besides deciding them, as it is put into words. */
const STEPS = ['given back', 'put on hold', 'escalated', 'taken back'] as const;
type Step = (typeof STEPS)[number];

/** The decision and its reason that an analyst comes to; null where nothing can be decided. */
export const judge = (
  random: Random,
  { case: found, decisions }: ReviewedCase,
): { readonly decision: string; readonly reason: string } | null => {
  const doubt = 0.35 + ((found.amount ?? 0) > DEAR ? 0.2 : 0) + (found.reason?.includes('hurry') ? 0.1 : 0);
  const action = random.chance(doubt) ? 'Reject' : 'Approve';
  const chosen = decisions.find(({ caseAction }) => caseAction === action) ?? decisions[0];
  if (chosen === undefined) return null;
  const usual = REASONS[action].filter((reason) => chosen.reasons.includes(reason));
  const reasons = usual.length > 0 ? usual : chosen.reasons;
  const reason = reasons[Math.min(reasons.length - 1, Math.floor(random.next() ** 2 * reasons.length))];
  return reason === undefined ? null : { decision: chosen.name, reason };
};

/** People who review cases: each takes one, looks at it for a while, and decides it, or gives it back, puts it aside, or escalates it. */
export const startAnalysts = ({ client, clock, count: people, seed, lookMs, stop }: AnalystsOptions): Analysts => {
  const decided: Record<string, number> = {};
  const others = new Map<Step, number>();
  const count = (step: Step): void => void others.set(step, (others.get(step) ?? 0) + 1);
  let refused = 0;
  let failingSinceMs: number | null = null;

  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal: stop }).catch(() => undefined);

  /** The answer of a call; null where it was refused, or is to be tried again later. */
  const ask = async <Answer>(answer: Promise<CaseAnswer>, schema: z.ZodType<Answer>): Promise<Answer | null> => {
    const outcome = await answer;
    if (outcome.kind === 'answer') {
      failingSinceMs = null;
      return schema.parse(outcome.body);
    }
    if (outcome.kind === 'refused') {
      refused += 1;
      return null;
    }
    failingSinceMs ??= performance.now();
    if (performance.now() - failingSinceMs > GIVE_UP_AFTER_MS)
      throw new CliError(`The server has answered no call about cases for two minutes: ${outcome.message}`);
    await pause(IDLE_MS);
    return null;
  };

  const readQueues = async (): Promise<readonly string[]> => {
    const outcome = await client.call('GET', '/queues');
    if (outcome.kind === 'refused' && outcome.status === 404)
      throw new CliError('The server has no calls about cases. It is older than this command, or another product.');
    const found = await ask(Promise.resolve(outcome), queuesSchema);
    return found?.queues.flatMap(({ id, paused }) => (paused ? [] : [id])) ?? [];
  };

  const work = async (number: number): Promise<void> => {
    const random = createRandom(seed + number);
    const turn = number < NAMES.length ? '' : ` ${Math.floor(number / NAMES.length) + 1}`;
    const agent = { id: `mock-${number + 1}`, name: `${NAMES[number % NAMES.length]}${turn}` };

    const giveBack = async (id: string): Promise<void> => {
      const answer = await client.call('POST', `/${id}/give-back`, { agent });
      if (answer.kind === 'answer') count('given back');
    };

    const tell = async (step: Step, path: string, said: JsonObject): Promise<void> => {
      if ((await ask(client.call('POST', path, { agent, ...said }), z.unknown())) !== null) count(step);
    };

    const review = async (id: string): Promise<void> => {
      const found = await ask(client.call('GET', `/${id}`), caseSchema);
      await pause(random.around(lookMs, LOOK_SPREAD));
      const verdict = found && judge(random, found);
      if (stop.aborted || verdict === null || random.chance(GIVE_BACK_SHARE)) return giveBack(id);
      if (random.chance(NOTE_SHARE))
        await ask(client.call('POST', `/${id}/notes`, { agent, text: random.pick(NOTES) }), z.unknown());
      if (random.chance(HOLD_SHARE)) {
        const until = new Date(clock.now() + HOLD_MS).toISOString();
        return tell('put on hold', `/${id}/hold`, { until, reason: random.pick(HOLD_REASONS) });
      }
      if (random.chance(ESCALATE_SHARE))
        return tell('escalated', `/${id}/escalation`, { reason: random.pick(ESCALATE_REASONS) });
      const answer = await ask(client.call('POST', `/${id}/decision`, { agent, ...verdict }), z.unknown());
      if (answer === null) return;
      if (random.chance(UNDO_SHARE)) {
        await tell('taken back', `/${id}/undo`, {});
        return giveBack(id);
      }
      decided[verdict.decision] = (decided[verdict.decision] ?? 0) + 1;
    };

    while (!stop.aborted) {
      const queues = await readQueues();
      const queueId = queues.length === 0 ? undefined : random.pick(queues);
      const taken =
        queueId === undefined || stop.aborted
          ? null
          : await ask(client.call('POST', '/lease', { agent, queueId, giveBack: true }), leasedSchema);
      if (taken?.case) await review(taken.case.id);
      else await pause(IDLE_MS);
    }
  };

  const run = async (): Promise<void> => {
    const ended = await Promise.allSettled(Array.from({ length: people }, (_, number) => work(number)));
    const failed = ended.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
  };

  return {
    text: () =>
      [
        `cases decided: ${formatTally(decided)}`,
        ...STEPS.flatMap((step) => {
          const times = others.get(step) ?? 0;
          return times > 0 ? [`${formatCount(times)} ${step}`] : [];
        }),
        ...(refused > 0 ? [`${formatCount(refused)} refused`] : []),
      ].join(', '),
    done: run(),
  };
};
