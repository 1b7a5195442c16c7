import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@redoubt/kernel';
import { DEMONSTRATION_ASSESSMENT } from '@redoubt/services';
import { createClub, createRandom, createSimulator } from '@redoubt/testing/simulator';
import { InvalidArgumentError } from 'commander';
import type { CliContext, DefineCommand } from '../cli-context.ts';
import { CliError } from '../cli-error.ts';
import { addConnectionOptions, resolveConnection, type ConnectionOptions } from '../connection/connection.ts';
import { createCaseClient } from '../connection/case-client.ts';
import { createEventClient, type SendOutcome } from '../connection/event-client.ts';
import { formatCount, formatRate, formatTally } from '../terminal/format.ts';
import { createRateMeter } from '../terminal/rate-meter.ts';
import { startAnalysts } from './analysts.ts';
import { createLatencyWindow } from './latency-window.ts';
import { createLiveLine } from './live-line.ts';
import { createTokenBucket } from './token-bucket.ts';

type MockOptions = ConnectionOptions & {
  readonly rate: number;
  readonly seconds?: number;
  readonly seed?: number;
  readonly fraud: number;
  readonly club?: number;
  readonly analysts: number;
  readonly look: number;
};

const DEFAULT_RATE = 5;
const DEFAULT_FRAUD = 0.03;
const DEFAULT_LOOK_SECONDS = 15;
const MOST_ANALYSTS = 50;
const DEMONSTRATION_CLUB = 0.25;
/** Calls under way at one time; more would only hide that the server cannot keep up. */
const MAX_IN_FLIGHT = 128;
/** Refusals without a single success between them after which going on is of no use. */
const MAX_REFUSALS_IN_A_ROW = 20;
/** A demonstration does not last weeks: a day until a label or chargeback passes in a minute. */
const DELAY_SCALE = MINUTE_MS / DAY_MS;

const numberFrom =
  (min: number, max: number, hint: string) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() === '' || !(value >= min && value <= max)) throw new InvalidArgumentError(hint);
    return value;
  };

const wholeFrom =
  (min: number, max: number, hint: string) =>
  (text: string): number => {
    const value = numberFrom(min, max, hint)(text);
    if (!Number.isInteger(value)) throw new InvalidArgumentError(hint);
    return value;
  };

const decisionOf = (answer: string): string => {
  const { resultDetails } = JSON.parse(answer) as { resultDetails?: { MerchantRuleDecision?: string } };
  return resultDetails?.MerchantRuleDecision ?? 'unknown';
};

/** An event that is ready to be sent. */
type Outgoing = { readonly isPurchase: boolean; readonly send: () => Promise<SendOutcome> };

/** Counts what comes back and puts it into words. */
const createTally = (context: CliContext) => {
  const rate = createRateMeter(context.clock);
  const latencies = createLatencyWindow();
  const decisions: Record<string, number> = {};
  let answered = 0;
  let refused = 0;
  const ms = (value: number | null): string => (value === null ? '–' : `${value.toFixed(0)} ms`);
  return {
    accepted: ({ isPurchase }: Outgoing, answer: string, tookMs: number): void => {
      answered += 1;
      latencies.add(tookMs);
      if (!isPurchase) return;
      const decision = decisionOf(answer);
      decisions[decision] = (decisions[decision] ?? 0) + 1;
    },
    refused: (): void => {
      refused += 1;
    },
    note: (): void => rate.note(answered),
    text: (): string =>
      [
        `${formatCount(answered)} sent`,
        formatRate(rate.perSecond()),
        formatTally(decisions),
        `p50 ${ms(latencies.percentile(0.5))}, p99 ${ms(latencies.percentile(0.99))}`,
        ...(refused > 0 ? [`${formatCount(refused)} refused`] : []),
      ].join('   '),
  };
};

const mock = async (options: MockOptions, context: CliContext): Promise<void> => {
  const { clock, stop, terminal } = context;
  const connection = await resolveConnection(options, context);
  const client = createEventClient({ connection, clock, stop, concurrency: MAX_IN_FLIGHT, historical: false });
  const startMs = clock.now();
  const endMs = options.seconds === undefined ? Infinity : startMs + options.seconds * SECOND_MS;
  const seed = options.seed ?? startMs % 0x1_0000_0000;
  const clubShare = options.club ?? (connection.isDemonstration ? DEMONSTRATION_CLUB : 0);
  const { apiName: pointsApiName } = DEMONSTRATION_ASSESSMENT;
  const club = createClub({ seed, nowMs: startMs, pointsApiName, delayScale: DELAY_SCALE });
  const random = createRandom(seed);
  const simulator = createSimulator({
    seed,
    nowMs: startMs,
    fraudShare: options.fraud,
    delayScale: DELAY_SCALE,
  });
  const bucket = createTokenBucket(options.rate, startMs);
  const line = createLiveLine(terminal, clock);
  const tally = createTally(context);
  const inFlight = new Set<Promise<void>>();
  let refusalsInARow = 0;
  const faults: Error[] = [];

  const nextEvent = (nowMs: number): Outgoing => {
    if (clubShare > 0 && random.chance(clubShare)) {
      const { path, body } = club.next(nowMs);
      return { isPurchase: false, send: () => client.sendTo(path, body) };
    }
    const { kind, body } = simulator.next(nowMs);
    return { isPurchase: kind === 'purchase', send: () => client.send(kind, body) };
  };
  const send = async (event: Outgoing): Promise<void> => {
    const outcome = await event.send();
    if (outcome.kind === 'accepted') {
      refusalsInARow = 0;
      tally.accepted(event, outcome.answer, outcome.tookMs);
      return;
    }
    tally.refused();
    refusalsInARow += 1;
    if (refusalsInARow >= MAX_REFUSALS_IN_A_ROW) {
      throw new CliError(`The server refuses every event (${outcome.status}): ${outcome.message}`);
    }
  };
  const launch = (event: Outgoing): void => {
    const tracked: Promise<void> = send(event)
      .catch((error: unknown) => {
        if (!stop.aborted) faults.push(error as Error);
      })
      .finally(() => inFlight.delete(tracked));
    inFlight.add(tracked);
  };

  const cases = createCaseClient(connection, clock, Math.max(1, options.analysts));
  const leave = new AbortController();
  const analysts = startAnalysts({
    client: cases,
    clock,
    count: options.analysts,
    seed,
    lookMs: options.look * SECOND_MS,
    stop: AbortSignal.any([stop, leave.signal]),
  });
  const reviewing = analysts.done.catch((error: unknown) => void faults.push(error as Error));
  const people = options.analysts > 0 ? `, ${options.analysts} analysts` : '';
  const text = (): string => (options.analysts > 0 ? `${tally.text()}   ${analysts.text()}` : tally.text());
  terminal.error(`Shoppers at ${connection.origin}, ${formatRate(options.rate)}${people}. Ctrl-C ends it.`);
  try {
    while (!stop.aborted && faults.length === 0 && clock.now() < endMs) {
      const waitMs = bucket.take(clock.now());
      if (waitMs > 0) await sleep(waitMs, undefined, { signal: stop }).catch(() => undefined);
      if (inFlight.size >= MAX_IN_FLIGHT) await Promise.race(inFlight);
      if (stop.aborted) break;
      launch(nextEvent(clock.now()));
      tally.note();
      line.update(text);
    }
    await Promise.all(inFlight);
  } finally {
    leave.abort();
    await reviewing;
    line.finish(text());
    await cases.close();
    await client.close();
  }
  const [fault] = faults;
  if (fault) throw fault;
};

/** `redoubt mock --rate <events/s>` */
export const defineMock: DefineCommand = (command, context) => {
  command
    .option('--rate <n>', 'events a second', numberFrom(0.01, 5000, 'Give a rate from 0.01 to 5000.'), DEFAULT_RATE)
    .option('--seconds <n>', 'stop after so many seconds (default: at Ctrl-C)', numberFrom(0, 1e7, 'Give seconds.'))
    .option('--seed <n>', 'the same seed brings the same people', numberFrom(0, 0xffff_ffff, 'Give a whole number.'))
    .option(
      '--fraud <share>',
      'share of fraudulent purchases, 0 to 1',
      numberFrom(0, 1, 'Give a share from 0 to 1.'),
      DEFAULT_FRAUD,
    )
    .option(
      '--club <share>',
      `share of sign-ups, sign-ins and points redeemed for ${DEMONSTRATION_ASSESSMENT.apiName}, with later observations of them (default: ${DEMONSTRATION_CLUB} at the demonstration, which defines that assessment)`,
      numberFrom(0, 1, 'Give a share from 0 to 1.'),
    )
    .option(
      '--analysts <n>',
      'people who review cases meanwhile through /v1.0/cases, as an application with the role Case_API',
      wholeFrom(0, MOST_ANALYSTS, `Give a whole number from 0 to ${MOST_ANALYSTS}.`),
      0,
    )
    .option(
      '--look <seconds>',
      'how long an analyst looks at a case, by median',
      numberFrom(0, 1500, 'Give seconds from 0 to 1500: leases last half an hour.'),
      DEFAULT_LOOK_SECONDS,
    );
  addConnectionOptions(command).action((options: MockOptions) => mock(options, context));
};
