import type { BacktestResult, BacktestSample } from '@redoubt/contracts';
import { allows, type AssessmentName } from '@redoubt/domain';
import { readEventCustomers } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';

const samplesOf = ({ changes, clauses }: BacktestResult): readonly BacktestSample[] => [
  ...changes.flatMap(({ samples }) => samples),
  ...clauses.flatMap(({ samples }) => (samples ? [...samples.fired, ...samples.decided, ...samples.changed] : [])),
];

/**
 * A result whose samples say whose events they are. Names are read from search and never stored with the result, so
 * erasing a person leaves none behind; people who may not search events do not see it.
 */
export const nameCustomers = async (
  context: EnvironmentContext,
  kind: AssessmentName,
  result: BacktestResult,
): Promise<BacktestResult> => {
  if (!allows(context.capabilities, 'search:read')) return result;
  const eventIds = [...new Set(samplesOf(result).map(({ eventId }) => eventId))];
  const customers = await reading(context, (trx) => readEventCustomers(trx, kind, eventIds));
  const keyOf = (event: { readonly environmentId: string; readonly eventId: string }): string =>
    `${event.environmentId} ${event.eventId}`;
  const byEvent = new Map(customers.map((event) => [keyOf(event), event.userName ?? event.userId]));
  const named = (samples: readonly BacktestSample[]): BacktestSample[] =>
    samples.map((sample) => ({ ...sample, customer: byEvent.get(keyOf(sample)) ?? null }));
  return {
    ...result,
    changes: result.changes.map((change) => ({ ...change, samples: named(change.samples) })),
    clauses: result.clauses.map(({ samples, ...clause }) =>
      samples === undefined
        ? clause
        : {
            ...clause,
            samples: {
              fired: named(samples.fired),
              decided: named(samples.decided),
              changed: named(samples.changed),
            },
          },
    ),
  };
};
