import { nameKey, type AssessmentTarget } from '@redoubt/domain';
import { listExternalAssessments, type StoredExternalAssessment, type TenantTransaction } from '@redoubt/storage';
import { z } from 'zod';
import type { EnvironmentContext } from '../../context.ts';
import {
  changeExternalAssessment,
  createExternalAssessment,
  deleteExternalAssessment,
} from '../../external-assessments/external-assessments.commands.ts';
import { readTargets, type Targets } from '../../symbols/targets.ts';
import { failAt } from '../../problems.ts';
import { tagOf } from '../../version-tag.ts';
import { fileNameOf } from '../configuration-file.ts';
import type { ResourceKind } from '../resource-kind.ts';
import { yamlFile } from '../yaml-file.ts';
import { yamlReader } from './yaml-reader.ts';

type ExternalAssessmentContent = {
  readonly name: string;
  readonly description: string;
  /** API name of what it points to. */
  readonly assessment: string;
  /** Name of the root it belongs to; null for that of the environment itself. */
  readonly root: string | null;
  /** Name of the environment above whose rules decide; null for the environment itself, or the other root. */
  readonly decidedIn: string | null;
};

const schema = z.strictObject({
  externalAssessment: z.string(),
  description: z.string().max(500).default(''),
  assessment: z.string().max(200),
  root: z.string().max(200).optional(),
  decidedIn: z.string().max(200).optional(),
});

const contentOf = (
  { environments, defined, path }: Targets,
  { name, description, target, environmentId }: StoredExternalAssessment,
): ExternalAssessmentContent => {
  const nameOf = (id: string): string => environments.find((each) => each.id === id)?.name ?? id;
  const found = defined.find(({ kind }) => kind === target.assessment);
  const isElsewhere = found !== undefined && found.environmentId !== path[0];
  const isHere = isElsewhere || target.environmentId === environmentId;
  return {
    name,
    description,
    assessment: found?.apiName ?? target.assessment,
    root: isElsewhere ? nameOf(found.environmentId) : null,
    decidedIn: isHere ? null : nameOf(target.environmentId),
  };
};

/** What a file points to in an environment. @throws `EXTERNAL-ASSESSMENT-TARGET` where it points to nothing. */
const targetOf = (targets: Targets, environmentId: string, content: ExternalAssessmentContent): AssessmentTarget => {
  const { environments, defined, path } = targets;
  const { assessment, root, decidedIn } = content;
  const named = (name: string, ids: readonly string[]): string | undefined =>
    environments.find((each) => ids.includes(each.id) && nameKey(each.name) === nameKey(name))?.id;
  const roots = environments.filter(({ parentId }) => parentId === null).map(({ id }) => id);
  const rootId = root === null ? path[0] : named(root, roots);
  const found = defined.find((each) => each.environmentId === rootId && nameKey(each.apiName) === nameKey(assessment));
  const own = root === null ? environmentId : rootId;
  const decidingId = decidedIn === null ? own : named(decidedIn, path);
  if (found !== undefined && decidingId !== undefined) return { environmentId: decidingId, assessment: found.kind };
  throw failAt('EXTERNAL-ASSESSMENT-TARGET', { problem: 'gone', assessment }, [
    { path: found === undefined ? 'assessment' : 'decidedIn', message: 'is not there' },
  ]);
};

const find = async (trx: TenantTransaction, { environmentId }: EnvironmentContext, name: string) =>
  (await listExternalAssessments(trx, environmentId)).find((each) => nameKey(each.name) === nameKey(name));

/** External assessments: what they point to is named by API name and environment, so that files fit other places. */
export const externalAssessmentKind: ResourceKind<ExternalAssessmentContent> = {
  kind: 'externalAssessment',
  capability: 'externalCalls',
  owns: (path) => /^external-assessments\/[^/]+\.ya?ml$/.test(path),
  nameOf: ({ name }) => name,
  filesOf: ({ name, description, assessment, root, decidedIn }) => [
    yamlFile(`external-assessments/${fileNameOf(name)}.yaml`, {
      externalAssessment: name,
      ...(description === '' ? {} : { description }),
      assessment,
      ...(root === null ? {} : { root }),
      ...(decidedIn === null ? {} : { decidedIn }),
    }),
  ],
  read: yamlReader(
    schema,
    ({ externalAssessment, description, assessment, root = null, decidedIn = null }, source) => ({
      content: { name: externalAssessment.trim(), description, assessment, root, decidedIn },
      placeOf: (path) => {
        const member = path.replace(/^body\./, '');
        return { path: source.file.path, ...source.placeOf([member === '' ? 'externalAssessment' : member]) };
      },
    }),
  ),
  load: async (trx, { environmentId }) => {
    const targets = await readTargets(trx, environmentId);
    return (await listExternalAssessments(trx, environmentId)).map((stored) => contentOf(targets, stored));
  },
  put: async (trx, context, content) => {
    const { name, description } = content;
    const target = targetOf(await readTargets(trx, context.environmentId), context.environmentId, content);
    const known = await find(trx, context, name);
    if (!known) await createExternalAssessment(context, { name, description, target });
    else
      await changeExternalAssessment(context, known.id, { name, description, target, version: tagOf(known.version) });
  },
  remove: async (trx, context, { name }) => {
    const known = await find(trx, context, name);
    if (known) await deleteExternalAssessment(context, known.id, tagOf(known.version));
  },
};
