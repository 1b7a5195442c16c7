import {
  checkRule,
  compileRule,
  DEFAULT_SWITCHES,
  EMPTY_CATALOGUE,
  format,
  parse,
  type EvaluationContext,
} from '../src/index.ts';
import { eventOf4Kb, fiftyClauses } from './rules.ts';

/**
 * Run with `node packages/fql/bench/fql.bench.ts`. Prints the median of rounds, in microseconds: one event through fifty
 * clauses, and what an editor or a publish costs.
 */
const ROUNDS = 15;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const measure = (name: string, repeats: number, work: () => unknown): void => {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    for (let index = 0; index < repeats; index += 1) work();
    return ((performance.now() - start) * 1000) / repeats;
  });
  process.stdout.write(`${name.padEnd(44)} ${median(rounds).toFixed(2).padStart(10)} µs\n`);
};

const source = fiftyClauses();
const catalogue = { ...EMPTY_CATALOGUE, lists: [{ name: 'Bad users', columns: ['UserId'] }] };
const { checked, diagnostics } = checkRule(source, catalogue);
if (diagnostics.length > 0) throw new Error(diagnostics.map(({ message }) => message).join('\n'));

const compiled = compileRule(checked);
const context: EvaluationContext = {
  payload: eventOf4Kb(),
  generated: {},
  nowMs: Date.parse('2026-03-14T11:04:30Z'),
  correlationId: '',
  lists: { containsKey: () => false, lookup: () => undefined },
  switches: DEFAULT_SWITCHES,
  seed: 1,
};
const outcome = compiled.run(context);
if (!outcome.conditionMet || outcome.decision || outcome.errors.length > 0)
  throw new Error('The benchmark rule must run to its end.');

const longClause = `RETURN Reject("x")\nWHEN ${Array.from({ length: 498 }, (_unused, index) => `(@"user.email${index % 20}".EndsWith(".example") and @"totalAmount" > ${index})`).join('\n  OR ')}`;
const longRule = { condition: '', clauses: [{ id: 'c', name: 'c', code: longClause }] };

process.stdout.write(`event of ${JSON.stringify(context.payload).length} bytes, ${source.clauses.length} clauses\n`);
measure('run, 50 clauses', 20_000, () => compiled.run(context));
measure('run, 50 clauses, steps with reads', 20_000, () => compiled.run(context).steps);
measure('check, 50 clauses', 20, () => checkRule(source, catalogue));
measure('compile, 50 clauses', 20, () => compileRule(checked));
measure('parse, one clause of 500 lines', 5, () => parse('decisionClause', longClause));
measure('parse and check, one clause of 500 lines', 5, () => checkRule(longRule, catalogue));
measure('format, one clause of 500 lines', 5, () => format('decisionClause', longClause));
