import { DEFAULT_RUN_MODE, nameKey, RULE_TYPES, RUN_MODES, type RunMode } from '@redoubt/domain';
import { isJsonObject, type Json } from '@redoubt/kernel';
import { listRules, readRuleSet } from '@redoubt/storage';
import { z } from 'zod';
import { orderRules, putRuleSettings } from '../../rules/rule-set.commands.ts';
import { failAt } from '../../problems.ts';
import { tagOf } from '../../version-tag.ts';
import { assessmentNamed, readAssessmentNames } from '../assessment-names.ts';
import type { ResourceKind } from '../resource-kind.ts';
import { readMembers, readYaml, yamlFile } from '../yaml-file.ts';

type RuleSetContent = {
  /** As files name it: the API name of one that people defined. */
  readonly assessment: string;
  readonly runMode: RunMode;
  /** The sample that new rules begin with; null for the product's own. */
  readonly payload: Json | null;
  /** Names of published rules in the order they run, and of actions, which run when the rules are through. */
  readonly order: readonly string[];
  /** Rules that the file does not name; they run after those it does. */
  readonly rest: readonly string[];
};

/** What matters of a rule here. */
type RuleNamed = { readonly assessment: string; readonly name: string };

const PATH = /^rules\/([^/]+)\.ya?ml$/;

const schema = z.strictObject({
  runMode: z.enum(RUN_MODES),
  order: z.array(z.string()),
  payload: z.custom<Json>((value) => isJsonObject(value as Json), 'expected an event, “member: value”').optional(),
});

/** How the rules of an assessment run together. Rules that `order` does not name run after those it does. */
export const ruleSetKind: ResourceKind<RuleSetContent> = {
  kind: 'ruleSet',
  capability: 'decisionRules',
  owns: (path) => PATH.test(path),
  nameOf: ({ assessment }) => assessment,
  filesOf: ({ assessment, runMode, payload, order, rest }) => [
    yamlFile(`rules/${assessment}.yaml`, {
      runMode,
      order: [...order, ...rest],
      ...(payload === null ? {} : { payload }),
    }),
  ],
  read: async (file, { complain }) => {
    const source = readYaml(file);
    const [, assessment = ''] = PATH.exec(file.path) ?? [];
    const members = readMembers(source, schema, complain);
    if (!members) return null;
    return {
      content: { assessment, ...members, payload: members.payload ?? null, rest: [] },
      placeOf: (path) => {
        const index = /^order\[(\d+)\]$/.exec(path)?.[1];
        return {
          path: file.path,
          ...source.placeOf(index === undefined ? ['order'] : ['order', Number(index)]),
        };
      },
    };
  },
  settle: (content, current, all) => {
    const rules = all.filter((each) => each.kind === 'rule').map((each) => each.content as RuleNamed);
    const there = rules.filter(({ assessment }) => assessment === content.assessment).map(({ name }) => name);
    const named = new Set(content.order.map(nameKey));
    const known = (current?.order ?? []).filter((name) => there.some((each) => nameKey(each) === nameKey(name)));
    const rest = [...known, ...there].filter((name) => !named.has(nameKey(name)));
    const once = new Map(rest.map((name) => [nameKey(name), name]));
    return { ...content, rest: [...once.values()] };
  },
  load: async (trx, { environmentId }) => {
    const contents: RuleSetContent[] = [];
    for (const { kind, name: assessment } of await readAssessmentNames(trx, environmentId)) {
      const key = { environmentId, assessment: kind };
      const { runMode, samplePayload: payload } = await readRuleSet(trx, key);
      const published = (await listRules(trx, [environmentId], kind)).filter(({ order }) => order !== null);
      const rules = RULE_TYPES.flatMap((type) => published.filter((rule) => rule.type === type));
      if (rules.length === 0 && runMode === DEFAULT_RUN_MODE && payload === null) continue;
      contents.push({ assessment, runMode, payload, order: rules.map(({ name }) => name), rest: [] });
    }
    return contents;
  },
  put: async (trx, context, { assessment: word, runMode, payload, order, rest }) => {
    const { environmentId } = context;
    const assessment = await assessmentNamed(trx, environmentId, word);
    const key = { environmentId, assessment };
    const rules = (await listRules(trx, [environmentId], assessment)).filter((rule) => rule.order !== null);
    const byName = new Map(rules.map((rule) => [nameKey(rule.name), rule]));
    const problems = order.flatMap((name, index) => {
      const isRepeated = order.findIndex((other) => nameKey(other) === nameKey(name)) < index;
      if (isRepeated) return [{ path: `order[${index}]`, message: `${name} stands in the order twice.` }];
      if (byName.has(nameKey(name))) return [];
      return [{ path: `order[${index}]`, message: `There is no published rule ${name} of ${word}.` }];
    });
    if (problems.length > 0) throw failAt('REQ-INVALID', { count: problems.length }, problems);
    const wanted = [...order, ...rest].flatMap((name) => byName.get(nameKey(name)) ?? []);
    const settings = { version: tagOf((await readRuleSet(trx, key)).version), runMode, samplePayload: payload };
    let { version } = await putRuleSettings(context, assessment, settings);
    for (const type of RULE_TYPES) {
      const ruleIds = wanted.filter((rule) => rule.type === type).map(({ id }) => id);
      // oxlint-disable-next-line eslint/no-await-in-loop -- each order is made from the state the one before it left
      ({ version } = await orderRules(context, assessment, { version, type, ruleIds }));
    }
  },
};
