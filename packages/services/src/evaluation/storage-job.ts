import { velocitySourceKind, type DefinedSources, type LoggedKind } from '@redoubt/domain';
import { AGGREGATE_NAMES, checkRule, compileRule, velocityDefinitionOf, type RuleSource } from '@redoubt/fql';
import { contextIn, levelsOf, type JobData } from './evaluation-context.ts';
import type { VelocityStorageJob } from './evaluation-protocol.ts';
import type { SampledVelocity } from './extrapolate.ts';

type Tally = {
  readonly id: string;
  readonly name: string;
  readonly aggregate: SampledVelocity['aggregate'];
  readonly kinds: ReadonlySet<LoggedKind | null>;
  readonly keys: Set<string>;
  counted: number;
  keysInFirstHalf: number;
};

const talliesOf = ({ clauses }: RuleSource, defined: DefinedSources): ReadonlyMap<string, Tally> =>
  new Map(
    clauses.flatMap(({ id, code }) => {
      const definition = velocityDefinitionOf(code);
      const written = /^\w+/.exec(definition?.aggregate ?? '')?.[0].toLowerCase();
      const aggregate = AGGREGATE_NAMES.find((name) => name.toLowerCase() === written);
      if (!definition || !aggregate) return [];
      const kinds = new Set(definition.sources.map((each) => velocitySourceKind(each, defined)));
      return [[id, { id, name: definition.name, aggregate, kinds, keys: new Set(), counted: 0, keysInFirstHalf: 0 }]];
    }),
  );

/** What each velocity of some sets counts of sampled events; null for a set whose text has errors. */
export const sampleVelocities = async (
  job: VelocityStorageJob,
  data: JobData,
): Promise<readonly (readonly SampledVelocity[] | null)[]> => {
  const sets = job.sources.map((source) => ({ source, checked: checkRule(source, job.symbols).checked }));
  const references = sets.map(({ checked }) => checked.references);
  const plan = await levelsOf(job, data, references, []);
  const half = Math.floor(job.events.length / 2);
  return sets.map(({ source, checked }) => {
    if (!checked.valid) return null;
    const compiled = compileRule(checked);
    const tallies = talliesOf(source, job.defined);
    for (const [index, { kind, payload, nowMs }] of job.events.entries()) {
      if (index === half) for (const tally of tallies.values()) tally.keysInFirstHalf = tally.keys.size;
      const input = { payload, generated: {}, nowMs, correlationId: '', seed: 0 };
      const { contributions } = compiled.run(contextIn(plan, input));
      for (const { clauseId, key } of contributions) {
        const tally = tallies.get(clauseId);
        if (!tally?.kinds.has(kind)) continue;
        tally.counted += 1;
        tally.keys.add(key);
      }
    }
    return [...tallies.values()].map(({ kinds: _kinds, keys, ...tally }) => ({ ...tally, keys: keys.size }));
  });
};
