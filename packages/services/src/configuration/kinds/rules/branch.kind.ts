import { nameKey } from '@redoubt/domain';
import { z } from 'zod';
import { deleteBranch, renameBranch } from '../../../branches/change-branch.commands.ts';
import { createBranch } from '../../../branches/create-branch.command.ts';
import { failAt } from '../../../problems.ts';
import { tagOf } from '../../../version-tag.ts';
import { assessmentNamed } from '../../../assessment-kinds/assessment-names.ts';
import { findNamedRules, readRuleLists } from '../../rule-lists.ts';
import type { ResourceKind } from '../../resource-kind.ts';
import { readMembers, readYaml, yamlFile } from '../../yaml-file.ts';
import type { RuleContent } from './rule-file.ts';
import {
  completeOrder,
  orderMembers,
  orderOf,
  orderPlaces,
  orderShape,
  putOrder,
  type OrderContent,
} from './rule-order.ts';

type BranchContent = OrderContent & {
  /** As files name it: the API name of one that people defined. */
  readonly assessment: string;
  /** What its test address says; the file is named by it. */
  readonly apiName: string;
  readonly name: string;
};

const PATH = /^rules\/([^/]+)\/branches\/([^/]+)\.ya?ml$/;

const schema = z.strictObject({ branch: z.string().trim().max(200), ...orderShape });

/** A branch of a rule list, and how its rules run together; the rules themselves are `branchRule`s. */
export const branchKind: ResourceKind<BranchContent> = {
  kind: 'branch',
  capability: 'decisionRules',
  owns: (path) => PATH.test(path),
  nameOf: ({ assessment, apiName }) => `${assessment}/${apiName}`,
  filesOf: ({ assessment, apiName, name, ...content }) => [
    yamlFile(`rules/${assessment}/branches/${apiName}.yaml`, { branch: name, ...orderMembers({ ...content }) }),
  ],
  read: async (file, { reportProblem }) => {
    const source = readYaml(file);
    const [, assessment = '', apiName = ''] = PATH.exec(file.path) ?? [];
    const members = readMembers(source, schema, reportProblem);
    if (!members) return null;
    const { branch: name, payload = null, ...rest } = members;
    const inOrder = orderPlaces(source);
    return {
      content: { ...rest, assessment, apiName, name, payload, rest: [] },
      placeOf: (path) => (path === '' ? { path: file.path, ...source.placeOf(['branch']) } : inOrder(path)),
    };
  },
  settle: (content, current, all) => {
    const rules = all.filter((each) => each.kind === 'branchRule').map((each) => each.content as RuleContent);
    const there = rules.filter(
      ({ assessment, branch }) => assessment === content.assessment && branch === content.apiName,
    );
    return completeOrder(content, current, there);
  },
  load: async (trx, { environmentId }) => {
    const contents: BranchContent[] = [];
    for (const list of await readRuleLists(trx, environmentId)) {
      if (list.branch === null) continue;
      const { apiName, name } = list.branch;
      contents.push({ assessment: list.name, apiName, name, ...(await orderOf(trx, { environmentId }, list)) });
    }
    return contents;
  },
  put: async (trx, context, { assessment: word, apiName, name }) => {
    const assessment = await assessmentNamed(trx, context.environmentId, word);
    const lists = await readRuleLists(trx, context.environmentId);
    const branch = lists.find(
      (list) => list.assessment === assessment && list.branch && nameKey(list.branch.apiName) === nameKey(apiName),
    )?.branch;
    if (!branch) {
      await createBranch(context, assessment, { name, apiName, ruleIds: [] });
      return;
    }
    if (branch.apiName !== apiName) {
      const message = `its API name is ${branch.apiName} here, and stays it`;
      throw failAt('REQ-INVALID', { count: 1 }, [{ path: '', message }]);
    }
    if (branch.name !== name) await renameBranch(context, assessment, apiName, { name });
  },
  finish: async (trx, context, content) => {
    const { assessment, apiName } = content;
    const list = await findNamedRules(trx, context, { assessment, branch: apiName });
    await putOrder(trx, context, list, content, `branch ${apiName} of ${assessment}`);
  },
  remove: async (trx, context, content) => {
    const list = (await readRuleLists(trx, context.environmentId)).find(
      ({ name, branch }) => name === content.assessment && branch?.apiName === content.apiName,
    );
    // Branches go with their assessment.
    if (!list?.branch) return;
    await deleteBranch(context, list.assessment, list.branch.apiName, tagOf(list.branch.version));
  },
};
