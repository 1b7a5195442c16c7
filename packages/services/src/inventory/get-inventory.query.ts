import type { Inventory, InventoryEdge, InventoryResource, InventoryRule, RuleSet } from '@redoubt/contracts';
import { listNameKey, nameKey, SUPPORT_LISTS, SYSTEM_VELOCITY_SETS, type AssessmentName } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  listAllBranches,
  listEnvironments,
  listExternalAssessments,
  listExternalCalls,
  listFunctions,
  listLists,
  listPublishedVelocitySets,
  listReferences,
  listVelocitySets,
  type ReferenceKind,
  type StoredReference,
  type TenantTransaction,
} from '@redoubt/storage';
import { readAssessmentNames } from '../assessment-kinds/assessment-names.ts';
import { readPublishedTexts, type PublishedText } from '../configuration/published-texts.ts';
import type { EnvironmentContext } from '../context.ts';
import { readStaleCallers } from '../symbols/stale-signatures.ts';
import { readFunctionPath } from '../symbols/reachable-functions.ts';
import { getRuleSet } from '../rules/get-rule-set.query.ts';
import { mayWriteRules } from '../rules/rule-scope.ts';
import { readableVelocities } from '../symbols/readable-velocities.ts';
import { keyOf, keyOfReader, PLAIN_RESOURCE } from './inventory-keys.ts';
import { readOwnAssessments } from './own-assessments.ts';
import { checkApart, type TextAsker } from '../texts/compile-text.ts';
import { reading } from '../unit-of-work.ts';

type Described = {
  readonly id: Id;
  readonly name: string;
  readonly description: string;
  readonly changedBy: string;
  readonly changedAt: Date;
};

/** A resource that people made; calls are found by their name. */
const resourceOf =
  (type: InventoryResource['type'], idOf: (each: Described) => string = ({ id }) => id) =>
  (each: Described): InventoryResource => ({
    ...PLAIN_RESOURCE,
    key: keyOf(type, idOf(each)),
    type,
    id: each.id,
    name: each.name,
    description: each.description,
    changed: { by: each.changedBy, at: each.changedAt.toISOString() },
  });

/** A resource that every environment has. */
const systemResource = (type: InventoryResource['type'], id: string, name: string): InventoryResource => ({
  ...PLAIN_RESOURCE,
  key: keyOf(type, id),
  type,
  id,
  name,
  isSystem: true,
});

const byName = ({ name }: Described): string => nameKey(name);

const isPublished = ({ publishedVersion }: { readonly publishedVersion: number | null }): boolean =>
  publishedVersion !== null;

/** What can be read in an environment, found by what texts call it. */
const readResources = async (trx: TenantTransaction, environmentId: Id) => {
  const lists = [
    ...(await listLists(trx, environmentId)).map(resourceOf('list')),
    ...SUPPORT_LISTS.map(({ entity, name }) => systemResource('supportList', entity, name)),
  ];
  const others = [
    ...(await listVelocitySets(trx, environmentId)).filter(isPublished).map(resourceOf('velocitySet')),
    ...SYSTEM_VELOCITY_SETS.map(({ id, name }) => systemResource('velocitySet', id, name)),
    ...(await listFunctions(trx, environmentId)).filter(isPublished).map(resourceOf('function')),
    ...(await listExternalCalls(trx, environmentId)).map(resourceOf('externalCall', byName)),
    ...(await listExternalAssessments(trx, environmentId)).map(resourceOf('externalAssessment', byName)),
  ];
  const velocities = readableVelocities(await listPublishedVelocitySets(trx, environmentId));
  return {
    resources: [...lists, ...others],
    listKeys: new Map(lists.map(({ key, name }) => [listNameKey(name), key])),
    setOfVelocity: new Map(velocities.map(({ name, setId }) => [nameKey(name), keyOf('velocitySet', setId)])),
  };
};

/** Assessments are read by velocity sets and external assessments: `readOwnAssessments`. */
const READ_BY_TEXTS: readonly ReferenceKind[] = ['list', 'velocity', 'function', 'call', 'externalAssessment'];

type Known = Awaited<ReturnType<typeof readResources>>;
type Path = Awaited<ReturnType<typeof readFunctionPath>>;

/** The key of what a reference names; undefined for what is not there. */
const keyOfRead = ({ kind, environmentId, name }: StoredReference, known: Known, path: Path): string | undefined => {
  if (kind === 'list') return known.listKeys.get(listNameKey(name));
  if (kind === 'velocity') return known.setOfVelocity.get(nameKey(name));
  if (kind === 'call') return keyOf('externalCall', nameKey(name));
  if (kind === 'externalAssessment') return keyOf('externalAssessment', nameKey(name));
  const level = path.find((each) => each.environmentId === environmentId);
  const found = level?.functions.find((each) => nameKey(each.name) === nameKey(name));
  return found && keyOf('function', found.id);
};

/** What a reference reads of a resource: of a set the velocity it names. */
const partsOf = ({ kind, name, parts }: StoredReference): readonly string[] => (kind === 'velocity' ? [name] : parts);

/** What the readers of the environment read, and those below that call its functions. */
const edgesOf = (references: readonly StoredReference[], known: Known, path: Path): readonly InventoryEdge[] => {
  const edges = new Map<string, InventoryEdge>();
  for (const reference of references) {
    const read = keyOfRead(reference, known, path);
    if (read === undefined) continue;
    const reader = keyOfReader(reference);
    const before = edges.get(`${reader} ${read}`)?.parts ?? [];
    const parts = [...new Set([...before, ...partsOf(reference)])].toSorted();
    edges.set(`${reader} ${read}`, { reader, read, parts });
  }
  return [...edges.values()];
};

/** Calls and external assessments as texts name them; some are not set up here, and are only names. */
const namesOnly = (
  references: readonly StoredReference[],
): readonly Pick<InventoryResource, 'key' | 'type' | 'id' | 'name'>[] =>
  references.flatMap(({ kind, name }) => {
    const type = kind === 'call' ? 'externalCall' : kind;
    if (type !== 'externalCall' && type !== 'externalAssessment') return [];
    return [{ key: keyOf(type, nameKey(name)), type, id: null, name }];
  });

/** What the checker has against a published text as things stand now. */
const problemsOf = async (asker: TextAsker, { source, symbols }: PublishedText): Promise<readonly string[]> => {
  const { diagnostics } = await checkApart(asker, source, symbols);
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
};

const loadGraph = async (context: EnvironmentContext) =>
  reading(context, async (trx) => {
    const { environmentId } = context;
    const environments = new Map((await listEnvironments(trx)).map(({ id, name }) => [id, name]));
    const path = await readFunctionPath(trx, environmentId);
    const branches = Map.groupBy(
      await listAllBranches(trx),
      (branch) => `${branch.environmentId} ${branch.assessment}`,
    );
    return {
      environments,
      /** Every assessment with rules that the environment knows, and the API names of its branches. */
      assessments: (await readAssessmentNames(trx, environmentId)).map(({ kind: assessment }) => ({
        assessment,
        branches: (branches.get(`${environmentId} ${assessment}`) ?? []).map(({ apiName }) => apiName),
      })),
      path,
      known: await readResources(trx, environmentId),
      own: await readOwnAssessments(trx, environmentId),
      texts: await readPublishedTexts(trx, environmentId),
      references: [
        ...(await listReferences(trx, { kinds: READ_BY_TEXTS, readersIn: environmentId })),
        ...(await listReferences(trx, { kinds: ['function'], environmentId })).filter(
          ({ reader }) => reader.environmentId !== environmentId,
        ),
      ],
      stale: await readStaleCallers(trx),
    };
  });

const branchOf = (branch: InventoryResource['branch']): InventoryResource['branch'] =>
  branch && { name: branch.name, apiName: branch.apiName };

/**
 * Rules of one assessment: those of the ancestors, which run first, then its own with drafts at the end, then those of its
 * branches.
 */
const rulesOf = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  branches: readonly string[],
  problems: ReadonlyMap<string, readonly string[]>,
): Promise<readonly InventoryRule[]> => {
  const place = { assessment, environmentId: context.environmentId, environmentName: null };
  const ownOf = ({ rules, actions, drafts, branch }: RuleSet): readonly InventoryRule[] =>
    [...rules, ...actions, ...drafts].map((rule) => {
      const key = keyOf('rule', rule.id);
      return { ...rule, ...place, key, branch, problems: [...(problems.get(key) ?? [])] };
    });
  const set = await getRuleSet(context, assessment);
  const above = set.inherited.flatMap(({ environmentId, environmentName, ...theirs }) =>
    [...theirs.rules, ...theirs.actions].map((rule): InventoryRule => ({
      ...rule,
      key: keyOf('rule', rule.id),
      assessment,
      branch: null,
      environmentId,
      environmentName,
      problems: [],
    })),
  );
  const ofBranches: InventoryRule[] = [];
  for (const branch of branches) ofBranches.push(...ownOf(await getRuleSet(context, assessment, { branch })));
  return [...above, ...ownOf(set), ...ofBranches];
};

/**
 * Every rule that runs in an environment, everything its published texts can read, and who reads what: here, and where a
 * function is called from an environment below.
 */
export const getInventory = async (context: EnvironmentContext): Promise<Inventory> => {
  const { environments, assessments, path, known, own, texts, references, stale } = await loadGraph(context);
  const resources = new Map([...known.resources, ...own.resources].map((resource) => [resource.key, resource]));
  const edges = [...own.edges, ...edgesOf(references, known, path)];
  const problems = new Map<string, readonly string[]>();
  for (const text of texts) {
    const key = keyOf(text.kind, text.id);
    problems.set(key, [...(stale.get(text.id) ?? []), ...(await problemsOf(context, text))]);
    if (text.kind !== 'rule') continue;
    const { id, name, assessment, branch } = text;
    resources.set(key, { ...PLAIN_RESOURCE, key, type: 'rule', id, name, assessment, branch: branchOf(branch) });
  }
  for (const { key, ...named } of namesOnly(references)) {
    if (!resources.has(key)) resources.set(key, { ...PLAIN_RESOURCE, key, ...named });
  }
  const read = new Set(edges.map((edge) => edge.read));
  for (const { environmentId, functions } of path.slice(0, -1)) {
    for (const { id, name, description } of functions) {
      const key = keyOf('function', id);
      if (!read.has(key)) continue;
      const environmentName = environments.get(environmentId) ?? environmentId;
      resources.set(key, { ...PLAIN_RESOURCE, key, type: 'function', id, name, description, environmentName });
    }
  }
  for (const { reader } of references) {
    if (reader.environmentId === context.environmentId) continue;
    const { kind: type, id, name, environmentId } = reader;
    const key = keyOf(type, id);
    const environmentName = environments.get(environmentId) ?? environmentId;
    resources.set(key, { ...PLAIN_RESOURCE, key, type, id, name, environmentName });
  }
  const rules: InventoryRule[] = [];
  for (const { assessment, branches } of assessments)
    rules.push(...(await rulesOf(context, assessment, branches, problems)));
  for (const { key, changed, description } of rules) {
    const resource = resources.get(key);
    if (resource) resources.set(key, { ...resource, changed, description });
  }
  return { rules, resources: [...resources.values()], edges, canWrite: mayWriteRules(context, 'deciding') };
};
