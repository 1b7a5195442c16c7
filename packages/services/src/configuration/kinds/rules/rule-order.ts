import { nameKey, RULE_TYPES, RUN_MODES, type RuleType, type RunMode } from '@redoubt/domain';
import { isJsonObject, type Json } from '@redoubt/kernel';
import { readRuleSet, type TenantTransaction } from '@redoubt/storage';
import { z } from 'zod';
import type { EnvironmentContext } from '../../../context.ts';
import { failAt } from '../../../problems.ts';
import { putRuleSettings, saveOrder } from '../../../rules/rule-set.commands.ts';
import { tagOf } from '../../../version-tag.ts';
import type { NamedRules } from '../../rule-lists.ts';
import type { YamlSource } from '../../yaml-file.ts';
import type { Place } from '../../resource-kind.ts';
import type { RuleContent } from './rule-file.ts';

/** How the rules of a list run together. */
export type OrderContent = {
  readonly runMode: RunMode;
  /** The sample that new rules begin with; null for the product's own. */
  readonly payload: Json | null;
  /** Names of published rules in the order they run, then of actions, then of routing rules. */
  readonly order: readonly string[];
  /** Rules that the file does not name; they run after those it does. */
  readonly rest: readonly string[];
  /** Rules that run before all of those, where a file only adds to what is there. */
  readonly first?: readonly string[];
  /** Types of the rules that will be there, by `nameKey`: each type has an order of its own. Absent where the order is by type. */
  readonly types?: ReadonlyMap<string, RuleType>;
};

/** As the list will stand: rules, then actions, then routing rules, whatever a file puts between them. */
const wholeOrder = ({ first = [], order, rest, types }: OrderContent): readonly string[] => {
  const names = [...first, ...order, ...rest];
  const turnOf = (name: string): number => RULE_TYPES.indexOf(types?.get(nameKey(name)) ?? 'decision');
  return types ? names.toSorted((left, right) => turnOf(left) - turnOf(right)) : names;
};

/** Members of a file that says an order. */
export const orderShape = {
  runMode: z.enum(RUN_MODES),
  order: z.array(z.string()),
  payload: z.custom<Json>((value) => isJsonObject(value), 'expected an event, “member: value”').optional(),
};

export const orderMembers = (content: OrderContent) => ({
  runMode: content.runMode,
  order: wholeOrder(content),
  ...(content.payload === null ? {} : { payload: content.payload }),
});

/** Finds an entry of the order, `order[2]`; anything else is about the order as a whole. */
export const orderPlaces =
  (source: YamlSource) =>
  (path: string): Place => {
    const index = /^order\[(\d+)\]$/.exec(path)?.[1];
    return { path: source.file.path, ...source.placeOf(index === undefined ? ['order'] : ['order', Number(index)]) };
  };

/** An order completed by the rules that will be there and that it does not name, as they stood. */
export const completeOrder = <Content extends OrderContent>(
  content: Content,
  current: Content | undefined,
  there: readonly Pick<RuleContent, 'name' | 'type'>[],
): Content => {
  const types = new Map(there.map(({ name, type }) => [nameKey(name), type]));
  const named = new Set([...(content.first ?? []), ...content.order].map(nameKey));
  const known = (current?.order ?? []).filter((name) => types.has(nameKey(name)));
  const rest = [...known, ...there.map(({ name }) => name)].filter((name) => !named.has(nameKey(name)));
  const once = new Map(rest.map((name) => [nameKey(name), name]));
  return { ...content, rest: [...once.values()], types };
};

/** The rules of a file after those that are there, which keep their order and the way they run. */
export const addOrder = <Content extends OrderContent>(content: Content, current: Content): Content => {
  const there = new Set(current.order.map(nameKey));
  const { runMode, payload, order: first } = current;
  const order = content.order.filter((name) => !there.has(nameKey(name)));
  return { ...content, runMode, payload: payload ?? content.payload, first, order };
};

/** The order of a list as it stands; null where it was never changed. */
export const orderOf = async (
  trx: TenantTransaction,
  { environmentId }: Pick<EnvironmentContext, 'environmentId'>,
  { assessment, branch, rules }: NamedRules,
): Promise<OrderContent> => {
  const { runMode, samplePayload } = await readRuleSet(trx, {
    environmentId,
    assessment,
    branchId: branch?.id ?? null,
  });
  const published = rules.filter(({ order }) => order !== null);
  const placed = RULE_TYPES.flatMap((type) => published.filter((rule) => rule.type === type));
  return { runMode, payload: samplePayload, order: placed.map(({ name }) => name), rest: [] };
};

/** Lets the rules of a list run as a file says. Throws REQ-INVALID with each name that is no published rule of it. */
export const putOrder = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  { assessment, branch, rules }: NamedRules,
  content: OrderContent,
  /** What the list is called in refusals. */
  whose: string,
): Promise<void> => {
  const { runMode, payload, order } = content;
  const published = rules.filter((rule) => rule.order !== null);
  const byName = new Map(published.map((rule) => [nameKey(rule.name), rule]));
  const problems = order.flatMap((name, index) => {
    const isRepeated = order.findIndex((other) => nameKey(other) === nameKey(name)) < index;
    if (isRepeated) return [{ path: `order[${index}]`, message: `${name} stands in the order twice.` }];
    if (byName.has(nameKey(name))) return [];
    return [{ path: `order[${index}]`, message: `There is no published rule ${name} of ${whose}.` }];
  });
  if (problems.length > 0) throw failAt('REQ-INVALID', { count: problems.length }, problems);
  const wanted = wholeOrder(content).flatMap((name) => byName.get(nameKey(name)) ?? []);
  const key = { environmentId: context.environmentId, assessment, branchId: branch?.id ?? null };
  const list = { branch: branch?.apiName };
  const settings = { version: tagOf((await readRuleSet(trx, key)).version), runMode, samplePayload: payload, ...list };
  let { version } = await putRuleSettings(context, assessment, settings);
  for (const type of RULE_TYPES) {
    const ruleIds = wanted.filter((rule) => rule.type === type).map(({ id }) => id);
    // oxlint-disable-next-line eslint/no-await-in-loop -- each order is made from the state the one before it left
    await saveOrder(context, assessment, { version, type, ruleIds, ...list });
    // oxlint-disable-next-line eslint/no-await-in-loop -- as above
    version = tagOf((await readRuleSet(trx, key)).version);
  }
};
