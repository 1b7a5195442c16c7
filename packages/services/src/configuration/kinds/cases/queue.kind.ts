import { isDefinedAssessment, nameKey, QUEUE_TIMEOUT_MS, REVIEW_SEQUENCES, type AssessmentName } from '@redoubt/domain';
import { MINUTE_MS } from '@redoubt/kernel';
import { listQueues, type QueueSettings, type StoredQueue, type TenantTransaction } from '@redoubt/storage';
import { z } from 'zod';
import { readAssessmentsInTree } from '../../../assessment-kinds/assessments-in-tree.ts';
import { changeQueue, createQueue, deleteQueue } from '../../../queues/queues.commands.ts';
import type { EnvironmentContext } from '../../../context.ts';
import { failAt } from '../../../problems.ts';
import { tagOf } from '../../../version-tag.ts';
import { fileNameOf } from '../../configuration-file.ts';
import type { ResourceKind } from '../../resource-kind.ts';
import { yamlFile } from '../../yaml-file.ts';
import { yamlReader } from '../yaml-reader.ts';

type QueueContent = Omit<QueueSettings, 'timeoutMs'> & {
  /** API name of a defined assessment; the name of one of the product. */
  readonly assessment: string;
  readonly timeoutMinutes: number;
};

const schema = z.strictObject({
  queue: z.string(),
  assessment: z.string().max(200),
  description: z.string().max(500).default(''),
  sequence: z.enum(REVIEW_SEQUENCES).default('Unrestricted'),
  orderBy: z.string().min(1).max(200).default('eventTime'),
  direction: z.enum(['asc', 'desc']).default('asc'),
  timeoutMinutes: z
    .number()
    .int()
    .min(QUEUE_TIMEOUT_MS.least / MINUTE_MS)
    .max(QUEUE_TIMEOUT_MS.most / MINUTE_MS),
  defaultDecision: z.string().min(1).max(120),
});

const apiNameOf = async (trx: TenantTransaction, environmentId: string, kind: AssessmentName): Promise<string> =>
  isDefinedAssessment(kind)
    ? ((await readAssessmentsInTree(trx, environmentId)).find((each) => each.kind === kind)?.apiName ?? kind)
    : kind;

/** @throws `QUEUE-ASSESSMENT` where a file names none that is here. */
const assessmentOf = async (trx: TenantTransaction, environmentId: string, name: string): Promise<AssessmentName> => {
  if (name === 'purchase') return name;
  const defined = await readAssessmentsInTree(trx, environmentId);
  const found = defined.find(({ apiName }) => nameKey(apiName) === nameKey(name));
  if (found) return found.kind;
  throw failAt('QUEUE-ASSESSMENT', { assessment: name }, [{ path: 'assessment', message: 'is not there' }]);
};

const find = async (
  trx: TenantTransaction,
  { environmentId }: EnvironmentContext,
  name: string,
): Promise<StoredQueue | undefined> =>
  (await listQueues(trx, [environmentId])).find((each) => nameKey(each.name) === nameKey(name));

/** Queues of cases. Who works on them is no part of a configuration: people differ from place to place. */
export const queueKind: ResourceKind<QueueContent> = {
  kind: 'queue',
  capability: 'queues',
  owns: (path) => /^queues\/[^/]+\.ya?ml$/.test(path),
  nameOf: ({ name }) => name,
  filesOf: ({ name, description, ...settings }) => [
    yamlFile(`queues/${fileNameOf(name)}.yaml`, {
      queue: name,
      assessment: settings.assessment,
      ...(description === '' ? {} : { description }),
      sequence: settings.sequence,
      orderBy: settings.orderBy,
      direction: settings.direction,
      timeoutMinutes: settings.timeoutMinutes,
      defaultDecision: settings.defaultDecision,
    }),
  ],
  read: yamlReader(schema, ({ queue, ...content }, source) => ({
    content: { ...content, name: queue.trim() },
    placeOf: (path) => {
      const member = path.replace(/^body\./, '');
      return { path: source.file.path, ...source.placeOf([member === '' ? 'queue' : member]) };
    },
  })),
  load: async (trx, { environmentId }) => {
    const contents: QueueContent[] = [];
    for (const stored of await listQueues(trx, [environmentId])) {
      const { name, description, sequence, orderBy, direction, timeoutMs, defaultDecision } = stored;
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, one statement after the other
      const assessment = await apiNameOf(trx, environmentId, stored.assessment);
      const settings = { name, description, sequence, orderBy, direction, defaultDecision };
      contents.push({ ...settings, assessment, timeoutMinutes: timeoutMs / MINUTE_MS });
    }
    return contents;
  },
  put: async (trx, context, { assessment: named, timeoutMinutes, ...settings }) => {
    const assessment = await assessmentOf(trx, context.environmentId, named);
    const text = { ...settings, timeoutMs: timeoutMinutes * MINUTE_MS };
    const known = await find(trx, context, settings.name);
    if (known?.assessment === assessment)
      await changeQueue(context, known.id, { ...text, version: tagOf(known.version) });
    else if (known)
      throw failAt('QUEUE-OTHER-ASSESSMENT', { name: known.name }, [{ path: 'assessment', message: 'cannot change' }]);
    else await createQueue(context, { ...text, assessment });
  },
  remove: async (trx, context, { name }) => {
    const known = await find(trx, context, name);
    if (known) await deleteQueue(context, known.id, { version: tagOf(known.version) });
  },
};
