import { familyOf, nameKey, type AssessmentName } from '@redoubt/domain';
import { invariant } from '@redoubt/kernel';
import {
  ruleStore,
  setRuleOrigin,
  type RuleListItem,
  type StoredRuleText,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy } from '../../../activity/record-activity.ts';
import type { EnvironmentContext } from '../../../context.ts';
import { deleteRule, renameRule, setRuleActive } from '../../../rules/change-rule.commands.ts';
import { createRule } from '../../../rules/create-rule.command.ts';
import { publishRule } from '../../../rules/publish-rule.command.ts';
import { storableText } from '../../../symbols/rule-text.ts';
import { tagOf } from '../../../version-tag.ts';
import { findNamedRules, readRuleLists, type NamedRules } from '../../rule-lists.ts';
import type { ResourceKind } from '../../resource-kind.ts';
import { namingParts, withKnownIds } from './clauses.ts';
import { fileClauseOf } from './file-clauses.ts';
import { readRuleFile, ruleFile, matchesFile, type RuleContent } from './rule-file.ts';

/** Where a rule stands: production of an assessment, or one of its branches. */
const PATHS = {
  rule: /^rules\/[^/]+\/[^/]+\.ya?ml$/,
  branchRule: /^rules\/[^/]+\/branches\/[^/]+\/[^/]+\.ya?ml$/,
} as const;

const ruleNamed = (rules: readonly RuleListItem[], name: string): RuleListItem | undefined =>
  rules.find((rule) => nameKey(rule.name) === nameKey(name));

const publishedNamed = (rules: readonly RuleListItem[], id: string | null): string | null =>
  rules.find((rule) => rule.id === id && rule.publishedVersion !== null)?.name ?? null;

/** Publishes a new text of a rule; a user's draft beside it stays as it is, and stale. */
const publishOver = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  rule: RuleListItem,
  content: RuleContent,
  { published, isNew }: { readonly published: StoredRuleText | undefined; readonly isNew: boolean },
): Promise<void> => {
  const { name, description, active, condition, payload } = content;
  const clauses = withKnownIds(content.clauses, published?.clauses ?? []);
  const text = storableText(rule.assessment as AssessmentName, {
    condition,
    clauses: clauses.map((clause) => ({ ...clause })),
    samplePayload: payload,
  });
  // A rule that is new here has only the empty draft it was made with.
  const draft = isNew ? undefined : await ruleStore.findDraft(trx, rule.id);
  const { by, at } = changedBy(context);
  await ruleStore.saveDraft(trx, context.tenantId, rule.id, {
    ...text,
    basedOnVersion: rule.publishedVersion ?? 0,
    savedBy: by,
    savedAt: at,
  });
  const input = { version: '', name, description, active, note: 'Imported', overwrite: true, imported: true };
  await namingParts(
    clauses.map(({ id }) => id),
    () => publishRule(context, rule.assessment as AssessmentName, rule.id, input, familyOf(rule.type)),
  );
  if (draft) await ruleStore.saveDraft(trx, context.tenantId, rule.id, draft);
};

/** Lets a rule of a branch stand for the one of production that the file says. */
const settleOrigin = async (
  trx: TenantTransaction,
  rule: RuleListItem,
  { standsFor }: RuleContent,
  { production }: NamedRules,
): Promise<void> => {
  if (publishedNamed(production, rule.originRuleId) === standsFor) return;
  const origin = standsFor === null ? undefined : ruleNamed(production, standsFor);
  await setRuleOrigin(trx, rule.id, origin ? { ruleId: origin.id, version: origin.publishedVersion } : null);
};

const put = async (trx: TenantTransaction, context: EnvironmentContext, content: RuleContent): Promise<void> => {
  const { type, name, description, active } = content;
  const list = await findNamedRules(trx, context, content);
  const { assessment } = list;
  const branch = content.branch ?? undefined;
  let known = ruleNamed(list.rules, name);
  if (known && known.type !== type) {
    // What a rule is never changes: another type of the same name is another rule.
    await deleteRule(context, assessment, known.id, tagOf(known.version), familyOf(known.type));
    known = undefined;
  }
  if (!known) await createRule(context, assessment, { name, description, type, branch });
  const rule = known ?? ruleNamed((await findNamedRules(trx, context, content)).rules, name);
  invariant(rule, `rule ${name} is there`);
  if (branch !== undefined) await settleOrigin(trx, rule, content, list);
  const published =
    rule.publishedVersion === null ? undefined : await ruleStore.findVersion(trx, rule.id, rule.publishedVersion);
  if (!published || !matchesFile(content, published)) {
    await publishOver(trx, context, rule, content, { published, isNew: known === undefined });
    return;
  }
  let version = tagOf(rule.version);
  if (name !== rule.name || description !== rule.description) {
    ({ version } = await renameRule(context, assessment, rule.id, { version, name, description }, familyOf(type)));
  }
  if (active !== rule.active) await setRuleActive(context, assessment, rule.id, { version, active }, familyOf(type));
};

/** Published rules, active or not: those of production, or those of branches. */
const kindOf = (kind: 'rule' | 'branchRule'): ResourceKind<RuleContent> => ({
  kind,
  capability: 'decisionRules',
  owns: (path) => PATHS[kind].test(path),
  nameOf: ({ assessment, branch, name }) => [assessment, ...(branch === null ? [] : [branch]), name].join('/'),
  filesOf: (content) => [ruleFile(content)],
  read: async (file, { reportProblem }) => readRuleFile(file, { reportProblem }),
  settle: (content, _current, all) => {
    const { assessment, standsFor } = content;
    // What production does not have, or not any more, has no stand-in.
    const isThere = all.some((each) => {
      if (each.kind !== 'rule') return false;
      const rule = each.content as RuleContent;
      return rule.assessment === assessment && standsFor !== null && nameKey(rule.name) === nameKey(standsFor);
    });
    return isThere ? content : { ...content, standsFor: null };
  },
  replaceInTexts: (content, replace) => ({
    ...content,
    condition: replace(`${content.type}Condition`, content.condition),
    clauses: content.clauses.map((clause) => ({ ...clause, code: replace(`${content.type}Clause`, clause.code) })),
  }),
  load: async (trx, { environmentId }) => {
    const contents: RuleContent[] = [];
    for (const { name: assessment, branch, rules, production } of await readRuleLists(trx, environmentId)) {
      if ((branch !== null) !== (kind === 'branchRule')) continue;
      for (const { id, type, name, description, active, publishedVersion, originRuleId } of rules) {
        const text = publishedVersion === null ? undefined : await ruleStore.findVersion(trx, id, publishedVersion);
        if (!text) continue;
        const { condition, samplePayload: payload } = text;
        const clauses = text.clauses.map(fileClauseOf);
        const standsFor = branch === null ? null : publishedNamed(production, originRuleId);
        const place = { assessment, branch: branch?.apiName ?? null, standsFor };
        contents.push({ ...place, type, name, description, active, condition, clauses, payload });
      }
    }
    return contents;
  },
  put,
  remove: async (trx, context, content) => {
    const list = (await readRuleLists(trx, context.environmentId)).find(
      ({ name, branch }) => name === content.assessment && (branch?.apiName ?? null) === content.branch,
    );
    // Rules go with their assessment, and with their branch.
    const rule = list && ruleNamed(list.rules, content.name);
    if (list && rule) await deleteRule(context, list.assessment, rule.id, tagOf(rule.version), familyOf(rule.type));
  },
});

export const ruleKind = kindOf('rule');
export const branchRuleKind = kindOf('branchRule');
