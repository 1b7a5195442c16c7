import type { Experiment } from '@redoubt/contracts';
import { fail, type AssessmentName } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Id } from '@redoubt/kernel';
import {
  listEnvironments,
  listExperiments,
  readExperimentDifferences,
  readExperimentLabels,
  readExperimentPairs,
  readExperimentSlots,
  type StoredExperiment,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { requireBranch } from '../rules/branch-scope.ts';
import { experimentSummary } from './branches.query.ts';
import { reading } from '../unit-of-work.ts';

/** Pairs of clauses shown; rarer ones are in the table of decisions all the same. */
const PAIRS_SHOWN = 100;

/** Parts of time so that a chart has some dozen of them. */
const partOf = ({ startsAt, endsAt, stoppedAt }: StoredExperiment, nowMs: number): number => {
  const until = Math.min(nowMs, (stoppedAt ?? endsAt)?.getTime() ?? nowMs);
  const spanMs = until - startsAt.getTime();
  if (spanMs <= 6 * HOUR_MS) return 5 * MINUTE_MS;
  return spanMs <= 3 * DAY_MS ? HOUR_MS : DAY_MS / 4;
};

/** An experiment and what it found so far, at most some seconds old. Throws BRANCH-UNKNOWN, EXPERIMENT-UNKNOWN. */
export const getExperiment = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  apiName: string,
  experimentId: Id,
): Promise<Experiment> => {
  const { clock } = context;
  const nowMs = clock.now();
  return reading(context, async (trx) => {
    const branch = await requireBranch(trx, context, assessment, apiName);
    const experiment = (await listExperiments(trx, [branch.id])).find(({ id }) => id === experimentId);
    if (!experiment) throw fail('EXPERIMENT-UNKNOWN', { id: experimentId });
    const partMs = partOf(experiment, nowMs);
    const names = new Map((await listEnvironments(trx)).map(({ id, name }) => [id, name]));
    const slots = await readExperimentSlots(trx, experimentId, partMs);
    const pairs = await readExperimentPairs(trx, experimentId);
    const differences = await readExperimentDifferences(trx, experimentId);
    const labels = await readExperimentLabels(trx, experimentId, assessment);
    return {
      ...experimentSummary(experiment, nowMs),
      branch: { name: branch.name, apiName: branch.apiName },
      events: slots.reduce((sum, { events }) => sum + events, 0),
      partMs,
      slots: slots.map(({ at, ...slot }) => ({ ...slot, at: at.toISOString() })),
      pairs: pairs.slice(0, PAIRS_SHOWN),
      /** Pairs of decisions over all clauses. */
      decisions: [
        ...Map.groupBy(
          pairs,
          ({ production, branch: shadow, currency }) => `${production} ${shadow} ${currency}`,
        ).values(),
      ].flatMap((group) => {
        const [first] = group;
        if (!first) return [];
        return {
          production: first.production,
          branch: first.branch,
          currency: first.currency,
          events: group.reduce((sum, { events }) => sum + events, 0),
          amount: group.reduce((sum, { amount }) => sum + amount, 0),
        };
      }),
      labels: labels.map((label) => ({ ...label })),
      differences: differences.map(({ receivedAt, environmentId, ...difference }) => ({
        ...difference,
        environmentId,
        environmentName: names.get(environmentId) ?? environmentId,
        receivedAt: receivedAt.toISOString(),
      })),
    };
  });
};
