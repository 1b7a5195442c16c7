import type { CallableAssessment, SymbolTable } from '@redoubt/contracts';
import {
  definedLabelSchema,
  definedSchema,
  environmentPath,
  fail,
  mayCallAssessment,
  observationSchema,
  rootFirst,
  schemaSample,
  type AssessmentTarget,
  type ObjectSchema,
  type TargetApi,
  type TargetProblem,
} from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  listAssessments,
  listEnvironments,
  type StoredAssessmentDefinition,
  type StoredEnvironment,
  type TenantTransaction,
} from '@redoubt/storage';

type CustomFields = StoredAssessmentDefinition['definition']['fields'];

const fieldsOf = (schema: ObjectSchema, fields: CustomFields, given: readonly string[] = []): TargetApi['fields'] => {
  const samples = schemaSample(schema, fields);
  return Object.entries(schema)
    .filter(([name]) => !given.includes(name))
    .map(([name, { required }]) => ({ name, required: required === true, sample: samples[name] ?? null }));
};

/** The APIs of an assessment as texts call them; an evaluation is given its metadata by the server. */
export const apisOf = (assessment: StoredAssessmentDefinition): readonly TargetApi[] => {
  const { definition, friendlyName } = assessment;
  const { observations, label } = definition;
  return [
    {
      method: 'Evaluate',
      api: null,
      friendlyName,
      fields: fieldsOf(definedSchema(assessment), definition.fields, ['metadata', 'name']),
    },
    ...observations.map((each) => ({
      method: 'Observe' as const,
      api: each.apiName,
      friendlyName: each.friendlyName,
      fields: fieldsOf(observationSchema(each), each.fields),
    })),
    ...(label === null
      ? []
      : [
          {
            method: 'Label' as const,
            api: null,
            friendlyName: label.friendlyName,
            fields: fieldsOf(definedLabelSchema(label.fields), label.fields),
          },
        ]),
  ];
};

/** What an environment may call, and what there is at all. */
export type Targets = {
  readonly environments: readonly StoredEnvironment[];
  readonly defined: readonly StoredAssessmentDefinition[];
  /** Root first, the environment itself last. */
  readonly path: readonly Id[];
};

export const readTargets = async (trx: TenantTransaction, environmentId: Id): Promise<Targets> => {
  const environments = await listEnvironments(trx);
  const byId = new Map(environments.map((each) => [each.id, each]));
  return {
    environments,
    defined: await listAssessments(trx),
    path: rootFirst(environmentId, environmentPath(environmentId, byId)),
  };
};

/**
 * Environments in which events of an assessment may be decided for those of another one: in the same tree that one and
 * those above it, elsewhere the root, whose owner shares it. They are active, but for that one itself, which is filled
 * with what it calls while it is being created.
 */
const placesOf = ({ path, environments }: Targets, { environmentId: rootId }: StoredAssessmentDefinition) => {
  const ids = path[0] === rootId ? path.toReversed() : [rootId];
  const isOpen = ({ id, status }: StoredEnvironment): boolean => status === 'Active' || id === path.at(-1);
  return ids.flatMap((id) => environments.find((each) => each.id === id && isOpen(each)) ?? []);
};

/** Why nothing can be called at a target; null where it can. */
export const targetProblem = (
  targets: Targets,
  { environmentId, assessment }: AssessmentTarget,
): TargetProblem | null => {
  const found = targets.defined.find(({ kind }) => kind === assessment);
  if (found === undefined) return 'gone';
  const { environmentId: rootId, definition } = found;
  if (!mayCallAssessment(targets.path[0] ?? '', { rootId, sharing: definition.sharing })) return 'notShared';
  return placesOf(targets, found).some(({ id }) => id === environmentId) ? null : 'notActive';
};

/** @throws `EXTERNAL-ASSESSMENT-TARGET` where nothing can be called at a target. */
export const requireTarget = (targets: Targets, target: AssessmentTarget): void => {
  const problem = targetProblem(targets, target);
  if (problem !== null) throw fail('EXTERNAL-ASSESSMENT-TARGET', { problem, assessment: target.assessment });
};

/** What a target is called. */
export const targetNames = ({ environments, defined }: Targets, { environmentId, assessment }: AssessmentTarget) => ({
  friendlyName: defined.find(({ kind }) => kind === assessment)?.friendlyName ?? assessment,
  environmentName: environments.find(({ id }) => id === environmentId)?.name ?? environmentId,
});

/** Everything that texts of an environment may be let call, with what is sent to it. */
export const callableAssessments = (targets: Targets): CallableAssessment[] =>
  targets.defined.flatMap((assessment): CallableAssessment[] => {
    const { kind, friendlyName, apiName, template, environmentId: rootId, definition } = assessment;
    const { sharing, sampleResponse } = definition;
    if (!mayCallAssessment(targets.path[0] ?? '', { rootId, sharing })) return [];
    const places = placesOf(targets, assessment);
    if (places.length === 0) return [];
    const root = targets.environments.find(({ id }) => id === rootId);
    return [
      {
        assessment: kind,
        friendlyName,
        apiName,
        template,
        sharing,
        root: { id: rootId, name: root?.name ?? rootId },
        environments: places.map(({ id, name }) => ({ id, name })),
        sampleResponse,
        apis: apisOf(assessment).map((api) => ({ ...api, fields: api.fields.map((field) => ({ ...field })) })),
      },
    ];
  });

/** What completion tells of a target: what it is called, and its APIs with the names of their fields. */
export const calledApis = (
  targets: Targets,
  target: AssessmentTarget,
): Omit<SymbolTable['assessments'][number], 'name' | 'sample'> => {
  const found = targets.defined.find(({ kind }) => kind === target.assessment);
  const { friendlyName, environmentName } = targetNames(targets, target);
  return {
    target: `${environmentName} / ${friendlyName}`,
    apis: (found ? apisOf(found) : []).map(({ method, api, fields }) => ({
      method,
      api,
      fields: fields.map(({ name }) => name),
    })),
  };
};
