import {
  CASE_MEASURES,
  isMeasureOfNow,
  MAX_CASE_THRESHOLDS,
  MAX_THRESHOLD_DAYS,
  nameKey,
  THRESHOLD_SILENCE_MINUTES,
} from '@redoubt/domain';
import { listCaseQueues, listCaseThresholds, type CaseThreshold, type TenantTransaction } from '@redoubt/storage';
import { z } from 'zod';
import { changeCaseThreshold, createCaseThreshold, deleteCaseThreshold } from '../../../case-report/case-thresholds.ts';
import type { EnvironmentContext } from '../../../context.ts';
import { failAt } from '../../../problems.ts';
import type { ResourceKind } from '../../resource-kind.ts';
import { yamlFile } from '../../yaml-file.ts';
import { yamlReader } from '../yaml-reader.ts';

/** A figure of the report that is watched; the queue by its name, null for all together. */
type ThresholdContent = Pick<CaseThreshold, 'measure' | 'days' | 'most' | 'silenceMinutes'> & {
  readonly queue: string | null;
};

const PATH = 'cases/thresholds.yaml';
const SILENCE = THRESHOLD_SILENCE_MINUTES;

const schema = z.strictObject({
  thresholds: z
    .array(
      z
        .strictObject({
          measure: z.enum(CASE_MEASURES),
          queue: z.string().min(1).max(200).nullable().default(null),
          days: z.number().int().min(1).max(MAX_THRESHOLD_DAYS).nullable().default(null),
          most: z.number().min(0).max(1e9),
          silenceMinutes: z.number().int().min(SILENCE.least).max(SILENCE.most).default(SILENCE.usual),
        })
        .refine(({ measure, days }) => isMeasureOfNow(measure) === (days === null), {
          path: ['days'],
          message: 'is given for what is measured over days, and for nothing else',
        }),
    )
    .max(MAX_CASE_THRESHOLDS),
});

/** Thresholds differ by what they watch. */
const keyOf = ({ measure, queue, days, most }: ThresholdContent): string =>
  JSON.stringify([measure, queue === null ? null : nameKey(queue), days, most]);

type Stored = ThresholdContent & Pick<CaseThreshold, 'id'>;

/** Thresholds of an environment, and its queues by name. One whose queue was deleted measures nothing and is left out. */
const readStored = async (trx: TenantTransaction, { environmentId }: Pick<EnvironmentContext, 'environmentId'>) => {
  const queues = await listCaseQueues(trx, environmentId, []);
  const nameOf = new Map(queues.map(({ id, name }) => [id, name]));
  const stored = (await listCaseThresholds(trx, environmentId)).flatMap(
    ({ id, measure, queueId, days, most, silenceMinutes }): readonly Stored[] => {
      const queue = queueId === null ? null : nameOf.get(queueId);
      return queue === undefined ? [] : [{ id, measure, queue, days, most, silenceMinutes }];
    },
  );
  return { stored, idOf: new Map(queues.map(({ id, name }) => [nameKey(name), id])) };
};

/** Figures of cases that are watched. What was measured, and since when a figure is above, is no part of it. */
export const caseThresholdsKind: ResourceKind<readonly ThresholdContent[]> = {
  kind: 'caseThresholds',
  capability: 'caseReport',
  writtenWith: ['queues'],
  owns: (path) => path === PATH,
  nameOf: () => 'cases',
  filesOf: (contents) => [
    yamlFile(PATH, {
      thresholds: contents
        .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
        .map(({ measure, queue, days, most, silenceMinutes }) => ({
          measure,
          ...(queue === null ? {} : { queue }),
          ...(days === null ? {} : { days }),
          most,
          ...(silenceMinutes === SILENCE.usual ? {} : { silenceMinutes }),
        })),
    }),
  ],
  read: yamlReader(schema, ({ thresholds }, source) => ({
    content: thresholds,
    placeOf: (path) => {
      const at = thresholds.findIndex((each) => keyOf(each) === path);
      return { path: source.file.path, ...source.placeOf(at < 0 ? ['thresholds'] : ['thresholds', at, 'queue']) };
    },
  })),
  load: async (trx, context) => {
    const { stored } = await readStored(trx, context);
    return stored.length === 0 ? [] : [stored.map(({ id: _id, ...content }) => content)];
  },
  put: async (trx, context, contents) => {
    const { stored, idOf } = await readStored(trx, context);
    const wanted = new Map(contents.map((each) => [keyOf(each), each]));
    const there = new Map(stored.map((each) => [keyOf(each), each]));
    // Those that go first, so that their places are free.
    for (const each of stored) if (!wanted.has(keyOf(each))) await deleteCaseThreshold(context, each.id);
    for (const [key, { queue, ...content }] of wanted) {
      const before = there.get(key);
      if (before) {
        const { silenceMinutes } = content;
        if (before.silenceMinutes !== silenceMinutes) await changeCaseThreshold(context, before.id, { silenceMinutes });
        continue;
      }
      const queueId = queue === null ? null : idOf.get(nameKey(queue));
      if (queueId === undefined)
        throw failAt('QUEUE-UNKNOWN', { id: queue ?? '' }, [{ path: key, message: `There is no queue “${queue}”.` }]);
      await createCaseThreshold(context, { ...content, queueId });
    }
  },
  remove: async (trx, context) => {
    const { stored } = await readStored(trx, context);
    for (const { id } of stored) await deleteCaseThreshold(context, id);
  },
  add: (contents, current) => {
    const known = new Set(current.map(keyOf));
    return [...current, ...contents.filter((each) => !known.has(keyOf(each)))];
  },
};
