import { setImmediate } from 'node:timers/promises';
import type { Inventory, InventoryEdge, InventoryResource, InventoryRule, RuleSet } from '@redoubt/contracts';
import { listNameKey, nameKey, SUPPORT_LISTS, SYSTEM_VELOCITY_SETS, type AssessmentName } from '@redoubt/domain';
import { checkRule } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import {
  listAllBranches,
  listEnvironments,
  listExternalAssessments,
  listExternalCalls,
  listFunctions,
  listLists,
  listPublishedVelocitySets,
  listVelocitySets,
  type TenantTransaction,
} from '@redoubt/storage';
import { readAssessmentNames } from '../configuration/assessment-names.ts';
import { readPublishedTexts, type PublishedText } from '../configuration/published-texts.ts';
import type { EnvironmentContext } from '../context.ts';
import { readStaleCallers } from '../functions/stale-signatures.ts';
import { readFunctionCallers } from '../functions/function-scope.ts';
import { calledFunctions, readFunctionPath } from '../functions/reachable-functions.ts';
import { getRuleSet } from '../rules/get-rule-set.query.ts';
import { mayWriteRules } from '../rules/rule-scope.ts';
import { readableVelocities } from '../velocities/readable-velocities.ts';
import { readOwnAssessments } from './own-assessments.ts';

const keyOf = (type: InventoryResource['type'], id: string): string => `${type}:${id}`;

const PLAIN = {
  description: '',
  assessment: null,
  branch: null,
  environmentName: null,
  isSystem: false,
  changed: null,
} as const;

/** What can be read in an environment, found by what texts call it. */
const readResources = async (trx: TenantTransaction, environmentId: Id) => {
  const changedOf = (each: { readonly changedBy: string; readonly changedAt: Date }) => ({
    by: each.changedBy,
    at: each.changedAt.toISOString(),
  });
  const lists = (await listLists(trx, environmentId)).map((list): InventoryResource => {
    const { id, name, description } = list;
    return { ...PLAIN, key: keyOf('list', id), type: 'list', id, name, description, changed: changedOf(list) };
  });
  const supportLists = SUPPORT_LISTS.map(({ entity, name }): InventoryResource => ({
    ...PLAIN,
    key: keyOf('supportList', entity),
    type: 'supportList',
    id: entity,
    name,
    isSystem: true,
  }));
  const own = (await listVelocitySets(trx, environmentId)).filter(({ publishedVersion }) => publishedVersion !== null);
  const sets = [
    ...own.map((set): InventoryResource => {
      const { id, name, description } = set;
      return {
        ...PLAIN,
        key: keyOf('velocitySet', id),
        type: 'velocitySet',
        id,
        name,
        description,
        changed: changedOf(set),
      };
    }),
    ...SYSTEM_VELOCITY_SETS.map(({ id, name }): InventoryResource => ({
      ...PLAIN,
      key: keyOf('velocitySet', id),
      type: 'velocitySet',
      id,
      name,
      isSystem: true,
    })),
  ];
  const stored = await listFunctions(trx, environmentId);
  const functions = stored
    .filter(({ publishedVersion }) => publishedVersion !== null)
    .map((each): InventoryResource => {
      const { id, name, description } = each;
      return {
        ...PLAIN,
        key: keyOf('function', id),
        type: 'function',
        id,
        name,
        description,
        changed: changedOf(each),
      };
    });
  const calls = (await listExternalCalls(trx, environmentId)).map((call): InventoryResource => {
    const { id, name, description } = call;
    const key = keyOf('externalCall', nameKey(name));
    return { ...PLAIN, key, type: 'externalCall', id, name, description, changed: changedOf(call) };
  });
  const assessments = (await listExternalAssessments(trx, environmentId)).map((each): InventoryResource => {
    const { id, name, description } = each;
    const key = keyOf('externalAssessment', nameKey(name));
    return { ...PLAIN, key, type: 'externalAssessment', id, name, description, changed: changedOf(each) };
  });
  const velocities = readableVelocities(await listPublishedVelocitySets(trx, environmentId));
  return {
    resources: [...lists, ...supportLists, ...sets, ...functions, ...calls, ...assessments],
    listKeys: new Map([...lists, ...supportLists].map(({ key, name }) => [listNameKey(name), key])),
    setOfVelocity: new Map(velocities.map(({ name, setId }) => [nameKey(name), keyOf('velocitySet', setId)])),
  };
};

type Known = Awaited<ReturnType<typeof readResources>>;
type Read = { readonly read: string; readonly part: string };

/** What a text reads, and what the checker has against it. */
const analyse = (text: PublishedText, known: Known, path: Awaited<ReturnType<typeof readFunctionPath>>) => {
  const { checked, diagnostics } = checkRule(text.source, text.catalogue);
  const { lists, supportLists, velocities, called, calls, assessments } = checked.references;
  const reads: Read[] = [];
  const add = (read: string | undefined, part: string): void => {
    if (read !== undefined) reads.push({ read, part });
  };
  for (const { name, columns } of lists) {
    for (const column of columns.length === 0 ? [''] : columns) add(known.listKeys.get(listNameKey(name)), column);
  }
  for (const name of supportLists) add(known.listKeys.get(listNameKey(name)), '');
  for (const name of velocities) add(known.setOfVelocity.get(nameKey(name)), name);
  for (const { environmentId, name, properties } of calledFunctions(called, path)) {
    const level = path.find((each) => each.environmentId === environmentId);
    const found = level?.functions.find((each) => nameKey(each.name) === nameKey(name));
    const read = found && keyOf('function', found.id);
    for (const property of properties.length === 0 ? [''] : properties) add(read, property);
  }
  for (const name of calls) add(keyOf('externalCall', nameKey(name)), '');
  for (const name of assessments) add(keyOf('externalAssessment', nameKey(name)), '');
  const problems = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  return {
    reads,
    problems,
    named: [
      ...calls.map((name) => ['externalCall', name] as const),
      ...assessments.map((name) => ['externalAssessment', name] as const),
    ],
  };
};

const edgesOf = (reader: string, reads: readonly Read[]): readonly InventoryEdge[] =>
  [...Map.groupBy(reads, ({ read }) => read)].map(([read, all]) => ({
    reader,
    read,
    parts: [...new Set(all.map(({ part }) => part))].filter((part) => part !== '').toSorted(),
  }));

const loadGraph = async (context: EnvironmentContext) =>
  context.database.readTenant(context.tenantId, async (trx) => {
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
      callersOf: await readFunctionCallers(trx),
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
  for (const apiName of branches) ofBranches.push(...ownOf(await getRuleSet(context, assessment, apiName)));
  return [...above, ...ownOf(set), ...ofBranches];
};

/**
 * Every rule that runs in an environment, everything its published texts can read, and who reads what: here, and where a
 * function is called from an environment below.
 */
export const getInventory = async (context: EnvironmentContext): Promise<Inventory> => {
  const { environments, assessments, path, known, own, texts, callersOf, stale } = await loadGraph(context);
  const resources = new Map([...known.resources, ...own.resources].map((resource) => [resource.key, resource]));
  const edges: InventoryEdge[] = [...own.edges];
  const problems = new Map<string, readonly string[]>();
  for (const text of texts) {
    // Checking one text takes a fraction of a millisecond; events are decided in between.
    await setImmediate();
    const key = keyOf(text.kind, text.id);
    const { reads, problems: found, named } = analyse(text, known, path);
    problems.set(key, [...(stale.get(text.id) ?? []), ...found]);
    edges.push(...edgesOf(key, reads));
    for (const [type, name] of named) {
      const callKey = keyOf(type, nameKey(name));
      if (!resources.has(callKey)) resources.set(callKey, { ...PLAIN, key: callKey, type, id: null, name });
    }
    if (text.kind !== 'rule') continue;
    const { id, name, assessment, branch } = text;
    resources.set(key, { ...PLAIN, key, type: 'rule', id, name, assessment, branch: branchOf(branch) });
  }
  for (const { environmentId, functions } of path.slice(0, -1)) {
    for (const { id, name, description } of functions) {
      const key = keyOf('function', id);
      if (!edges.some(({ read }) => read === key)) continue;
      const environmentName = environments.get(environmentId) ?? environmentId;
      resources.set(key, { ...PLAIN, key, type: 'function', id, name, description, environmentName });
    }
  }
  for (const { id, name } of path.at(-1)?.functions ?? []) {
    for (const caller of callersOf({ environmentId: context.environmentId, name })) {
      if (caller.environmentId === context.environmentId) continue;
      const key = keyOf(caller.kind, caller.id);
      const environmentName = environments.get(caller.environmentId) ?? caller.environmentId;
      resources.set(key, { ...PLAIN, key, type: caller.kind, id: caller.id, name: caller.name, environmentName });
      const parts = [...new Set(caller.properties)].toSorted();
      edges.push({ reader: key, read: keyOf('function', id), parts });
    }
  }
  const rules: InventoryRule[] = [];
  for (const { assessment, branches } of assessments)
    rules.push(...(await rulesOf(context, assessment, branches, problems)));
  for (const { key, changed, description } of rules) {
    const resource = resources.get(key);
    if (resource) resources.set(key, { ...resource, changed, description });
  }
  return { rules, resources: [...resources.values()], edges, canWrite: mayWriteRules(context) };
};
