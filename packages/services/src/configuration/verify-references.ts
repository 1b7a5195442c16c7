import { ASSESSMENTS, withDescendants } from '@redoubt/domain';
import { checkRule, type Catalogue, type RuleSource } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import {
  listEnvironments,
  listLists,
  listPublishedFunctions,
  listPublishedVelocitySets,
  listRules,
  type TenantTransaction,
} from '@redoubt/storage';
import { catalogueOf } from '../catalogue/schema-catalogue.ts';
import { functionSourceOf } from '../functions/function-text.ts';
import { reachableFunctions, readFunctionPath } from '../functions/reachable-functions.ts';
import { sourceOf } from '../rules/rule-text.ts';
import { readableVelocities } from '../velocities/readable-velocities.ts';
import { velocityCatalogueOf } from '../velocities/velocity-catalogue.ts';
import { velocitySource } from '../velocities/velocity-text.ts';
import type { ResourceKindName } from './resource-kind.ts';

/** A published text that names what is not there, or not like that. */
export type BrokenText = {
  readonly environmentId: Id;
  readonly kind: ResourceKindName;
  /** As `ResourceKind.nameOf` gives it. */
  readonly name: string;
  /** Position of the clause; `condition` of the condition. */
  readonly part: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
};

type Published = Pick<BrokenText, 'kind' | 'name'> & { readonly source: RuleSource; readonly catalogue: Catalogue };

const publishedTexts = async (trx: TenantTransaction, environmentId: Id): Promise<readonly Published[]> => {
  const lists = await listLists(trx, environmentId);
  const sets = await listPublishedVelocitySets(trx, environmentId);
  const velocities = readableVelocities(sets);
  const names = velocities.map(({ name }) => name);
  const functions = reachableFunctions(await readFunctionPath(trx, environmentId));
  const texts: Published[] = [];
  for (const set of sets) {
    const others = velocities.filter(({ setId }) => setId !== set.id).map(({ name }) => name);
    const catalogue = velocityCatalogueOf(lists, others);
    texts.push({ kind: 'velocitySet', name: set.name, source: velocitySource(set), catalogue });
  }
  for (const each of await listPublishedFunctions(trx, environmentId)) {
    const catalogue = { ...catalogueOf('purchase', lists, names), functions };
    texts.push({ kind: 'function', name: each.name, source: functionSourceOf(each.name, each), catalogue });
  }
  for (const assessment of ASSESSMENTS) {
    const catalogue = { ...catalogueOf(assessment, lists, names), functions };
    for (const rule of await listRules(trx, [environmentId], assessment)) {
      if (rule.publishedVersion === null) continue;
      texts.push({ kind: 'rule', name: `${assessment}/${rule.name}`, source: sourceOf(rule), catalogue });
    }
  }
  return texts;
};

/** Every published text of an environment, and of those below it, that would not be published as things stand. */
export const findBrokenTexts = async (trx: TenantTransaction, environmentId: Id): Promise<readonly BrokenText[]> => {
  const broken: BrokenText[] = [];
  for (const id of withDescendants(environmentId, await listEnvironments(trx))) {
    for (const { kind, name, source, catalogue } of await publishedTexts(trx, id)) {
      const parts = new Map(source.clauses.map((clause, index) => [clause.id, String(index)]));
      for (const { severity, part, line, column, code, message } of checkRule(source, catalogue).diagnostics) {
        if (severity !== 'error') continue;
        const place = { part: parts.get(part) ?? part, line, column };
        broken.push({ environmentId: id, kind, name, ...place, message: `${code} ${message}` });
      }
    }
  }
  return broken;
};
