import {
  checkRule,
  compileRule,
  DEFAULT_SWITCHES,
  EMPTY_SYMBOL_TABLE,
  hasError,
  type CompiledRule,
  type RuleSource,
} from '@redoubt/fql';
import { createSimulator } from '@redoubt/testing/simulator';

/** One rule of fifty clauses in five shapes, none of which decides, so that every clause is evaluated. */
const CLAUSES = 50;
const SHAPES: readonly ((index: number) => string)[] = [
  (index) => `RETURN Reject("amount") WHEN @"totalAmount" > ${1_000_000 + index}`,
  (index) => `RETURN Review("words") WHEN @"user.email".EndsWith("@nowhere${index}.example") && @"currency" == "EUR"`,
  (index) =>
    `RETURN Reject("country") WHEN @"user.country" == "Z${index}" || @"shippingAddress.country" == "Y${index}"`,
  (index) => `RETURN Review("basket") WHEN @"productList.salesPrice" * @"productList.quantity" > ${900_000 + index}`,
  (index) =>
    `LET $name = @"user.firstName".ToUpper() RETURN Review("name") WHEN $name == "NOBODY${index}" && !@"isGuestCheckout"`,
];

const RULE: RuleSource = {
  condition: '',
  clauses: Array.from({ length: CLAUSES }, (_, index) => ({
    id: `c${index}`,
    name: `Clause ${index}`,
    code: (SHAPES[index % SHAPES.length] as (index: number) => string)(index),
  })),
};

const EVENTS = 500;
const MEASURE_MS = 2000;
const ROUNDS = 3;

const compile = (): CompiledRule => {
  const { checked, diagnostics } = checkRule(RULE, EMPTY_SYMBOL_TABLE);
  if (hasError(diagnostics)) throw new Error(`The rule does not compile: ${JSON.stringify(diagnostics.slice(0, 3))}`);
  return compileRule(checked);
};

/** Runs a piece of work for a while; microseconds each, the median of a few rounds. */
const microseconds = (work: (index: number) => void): number => {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const startMs = performance.now();
    let done = 0;
    while (performance.now() - startMs < MEASURE_MS / ROUNDS) {
      for (let index = 0; index < 10; index += 1) work(done + index);
      done += 10;
    }
    return ((performance.now() - startMs) * 1000) / done;
  });
  return rounds.toSorted((left, right) => left - right)[ROUNDS >> 1] ?? 0;
};

export type FqlFigures = {
  readonly clauses: number;
  readonly averageEventBytes: number;
  /** Text to runnable rule: parse, check, compile. */
  readonly compileUs: number;
  /** All clauses over one parsed event. */
  readonly runUs: number;
};

/** What the rule language costs: fifty clauses over simulated purchases of 3 KB, and making them runnable. */
export const measureFql = (): FqlFigures => {
  const nowMs = Date.parse('2026-03-14T10:00:00Z');
  const simulator = createSimulator({ seed: 1, nowMs });
  const payloads = Array.from({ length: EVENTS }, () => simulator.nextPurchase(nowMs).body);
  const rule = compile();
  const base = {
    generated: {},
    nowMs,
    correlationId: '',
    lists: { containsKey: () => false, lookup: () => undefined },
    switches: DEFAULT_SWITCHES,
    seed: 1,
  };
  const decided = payloads.filter((payload) => rule.run({ ...base, payload }).decision !== null).length;
  if (decided > 0) throw new Error(`${decided} events met a clause that none was to meet`);
  return {
    clauses: CLAUSES,
    averageEventBytes: Math.round(payloads.reduce((sum, body) => sum + JSON.stringify(body).length, 0) / EVENTS),
    compileUs: microseconds(compile),
    runUs: microseconds((index) => {
      rule.run({ ...base, payload: payloads[index % EVENTS] ?? {} });
    }),
  };
};
