import { type BenchEvent, type Clause, clauses, holds } from './clauses.ts';
import { cel } from './engines/cel.ts';
import type { Engine, Matches } from './engines/engine.ts';
import { jsonRules } from './engines/json-rules.ts';
import { redoubt } from './engines/redoubt.ts';
import { zen } from './engines/zen.ts';
import { events } from './events.ts';
import { median } from '../measure/median.ts';

const EVENTS = 200;
const ROUNDS = 15;
const ROUND_MS = 250;
const ENGINES: readonly Engine[] = [redoubt, cel, zen, jsonRules];

type Evaluate = (event: BenchEvent) => Matches | Promise<Matches>;

export type EngineFigures = {
  readonly name: string;
  readonly version: string;
  /** All clauses over one event, in microseconds: the median of the rounds, and each round. */
  readonly us: number;
  readonly rounds: readonly number[];
  /** How many times as long as Redoubt takes, medians of the same run. */
  readonly ratio: number;
};

export type Comparison = {
  readonly clauses: number;
  readonly events: number;
  readonly averageEventBytes: number;
  readonly matchesPerEvent: number;
  readonly engines: readonly EngineFigures[];
};

/** Every engine has to find exactly the clauses that hold, for every event. */
const assertAgreement = async (
  engine: Engine,
  evaluate: Evaluate,
  all: readonly Clause[],
  sample: readonly BenchEvent[],
): Promise<number> => {
  let matches = 0;
  for (const [at, event] of sample.entries()) {
    const expected = all.flatMap((clause, index) => (holds(clause, event) ? [index] : []));
    const found = await evaluate(event);
    if (found.join() !== expected.join()) {
      throw new Error(`${engine.name} finds ${found.join()} in event ${at}; what holds is ${expected.join()}`);
    }
    matches += found.length;
  }
  return matches;
};

/** One stretch of evaluations, in microseconds each; engines that answer at once are not made to wait. */
const measureRound = async (evaluate: Evaluate, sample: readonly BenchEvent[]): Promise<number> => {
  let done = 0;
  const startMs = performance.now();
  while (performance.now() - startMs < ROUND_MS) {
    for (const event of sample) {
      const result = evaluate(event);
      if (result instanceof Promise) await result;
    }
    done += sample.length;
  }
  return ((performance.now() - startMs) * 1000) / done;
};

/** Redoubt against its peers: the same clauses and events, equal results, rounds taken in turns. */
export const compareEngines = async (): Promise<Comparison> => {
  const all = clauses();
  const sample = events(EVENTS);
  const running = [];
  let matches = 0;
  for (const engine of ENGINES) {
    const evaluate = engine.prepare(all);
    matches = await assertAgreement(engine, evaluate, all, sample);
    await measureRound(evaluate, sample);
    running.push({ engine, evaluate, rounds: [] as number[] });
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { evaluate, rounds } of running) rounds.push(await measureRound(evaluate, sample));
  }
  const own = median(running[0]?.rounds ?? []);
  return {
    clauses: all.length,
    events: EVENTS,
    averageEventBytes: Math.round(sample.reduce((sum, event) => sum + JSON.stringify(event).length, 0) / EVENTS),
    matchesPerEvent: matches / EVENTS,
    engines: running.map(({ engine, rounds }) => ({
      name: engine.name,
      version: engine.version,
      us: median(rounds),
      rounds,
      ratio: median(rounds) / own,
    })),
  };
};
