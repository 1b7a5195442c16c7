import { DEFAULT_RUN_MODE } from '@redoubt/domain';
import { z } from 'zod';
import { findNamedRules, readRuleLists } from '../../rule-lists.ts';
import type { ResourceKind } from '../../resource-kind.ts';
import { readMembers, readYaml, yamlFile } from '../../yaml-file.ts';
import type { RuleContent } from './rule-file.ts';
import {
  addOrder,
  completeOrder,
  orderMembers,
  orderOf,
  orderPlaces,
  orderShape,
  putOrder,
  type OrderContent,
} from './rule-order.ts';

type RuleSetContent = OrderContent & {
  /** As files name it: the API name of one that people defined. */
  readonly assessment: string;
};

const PATH = /^rules\/([^/]+)\.ya?ml$/;

const schema = z.strictObject(orderShape);

/** How the rules of an assessment run together. Rules that `order` does not name run after those it does. */
export const ruleSetKind: ResourceKind<RuleSetContent> = {
  kind: 'ruleSet',
  capability: 'decisionRules',
  owns: (path) => PATH.test(path),
  nameOf: ({ assessment }) => assessment,
  filesOf: (content) => [yamlFile(`rules/${content.assessment}.yaml`, orderMembers(content))],
  read: async (file, { reportProblem }) => {
    const source = readYaml(file);
    const [, assessment = ''] = PATH.exec(file.path) ?? [];
    const members = readMembers(source, schema, reportProblem);
    if (!members) return null;
    const content = { assessment, ...members, payload: members.payload ?? null, rest: [] };
    return { content, placeOf: orderPlaces(source) };
  },
  add: addOrder,
  settle: (content, current, all) => {
    const rules = all.filter((each) => each.kind === 'rule').map((each) => each.content as RuleContent);
    const there = rules.filter(({ assessment }) => assessment === content.assessment);
    return completeOrder(content, current, there);
  },
  load: async (trx, { environmentId }) => {
    const contents: RuleSetContent[] = [];
    for (const list of await readRuleLists(trx, environmentId)) {
      if (list.branch !== null) continue;
      const content = { assessment: list.name, ...(await orderOf(trx, { environmentId }, list)) };
      const { order, runMode, payload } = content;
      if (order.length > 0 || runMode !== DEFAULT_RUN_MODE || payload !== null) contents.push(content);
    }
    return contents;
  },
  put: async (trx, context, content) => {
    const list = await findNamedRules(trx, context, { assessment: content.assessment, branch: null });
    await putOrder(trx, context, list, content, content.assessment);
  },
};
