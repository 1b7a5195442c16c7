import {
  type AssessmentName,
  EVENT_EXAMPLES,
  isBuiltInAssessment,
  nameKey,
  RULE_TYPES,
  sectionsOf,
  type RuleType,
} from '@redoubt/domain';
import { canonicalJson, invariant, isJsonObject, type Json } from '@redoubt/kernel';
import {
  findRuleDraft,
  findRuleVersion,
  listRules,
  saveRuleDraft,
  type RuleListItem,
  type StoredRuleText,
  type TenantTransaction,
} from '@redoubt/storage';
import { z } from 'zod';
import { changedBy } from '../../activity/record-activity.ts';
import type { EnvironmentContext } from '../../context.ts';
import { deleteRule, renameRule, setRuleActive } from '../../rules/change-rule.commands.ts';
import { createRule } from '../../rules/create-rule.command.ts';
import { publishRule } from '../../rules/publish-rule.command.ts';
import { storableText } from '../../rules/rule-text.ts';
import { tagOf } from '../../version-tag.ts';
import { assessmentNamed, readAssessmentNames } from '../assessment-names.ts';
import { fileNameOf } from '../configuration-file.ts';
import type { ResourceKind } from '../resource-kind.ts';
import { codeBlock, readMembers, readYaml, yamlFile } from '../yaml-file.ts';
import { clausePlaces, namingParts, withKnownIds } from './clauses.ts';
import { type FileClause, fileClauseOf, fileClauses, MAX_CODE_CHARACTERS, misplacedClause } from './file-clauses.ts';

type RuleContent = {
  /** As files name it: the API name of one that people defined. */
  readonly assessment: string;
  readonly type: RuleType;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly condition: string;
  readonly clauses: readonly FileClause[];
  readonly payload: Json;
};

const PATH = /^rules\/([^/]+)\/[^/]+\.ya?ml$/;

const schema = z.strictObject({
  rule: z.string().max(200),
  assessment: z.string(),
  type: z.enum(RULE_TYPES).default('decision'),
  description: z.string().max(2000).default(''),
  active: z.boolean().default(true),
  condition: z.string().max(MAX_CODE_CHARACTERS).nullish(),
  clauses: fileClauses,
  payload: z.custom<Json>((value) => isJsonObject(value as Json), 'expected an event, “member: value”').optional(),
});

/** Where no payload is kept, the example of an assessment of the product is meant, which every installation has. */
const exampleOf = (assessment: string): Json =>
  isBuiltInAssessment(assessment) ? EVENT_EXAMPLES[assessment].full : {};

const isExample = ({ assessment, payload }: RuleContent): boolean =>
  canonicalJson(payload) === canonicalJson(exampleOf(assessment));

const fileOf = (content: RuleContent) => {
  const { assessment, type, name, description, active, condition, clauses, payload } = content;
  return yamlFile(`rules/${assessment}/${fileNameOf(name)}.yaml`, {
    rule: name,
    assessment,
    ...(type === 'action' ? { type } : {}),
    ...(description === '' ? {} : { description }),
    active,
    ...(condition === '' ? {} : { condition: codeBlock(condition) }),
    clauses: clauses.map(({ code, ...clause }) => ({ ...clause, code: codeBlock(code) })),
    ...(isExample(content) ? {} : { payload }),
  });
};

const find = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  assessment: AssessmentName,
  { name }: RuleContent,
): Promise<RuleListItem | undefined> =>
  (await listRules(trx, [context.environmentId], assessment)).find((rule) => nameKey(rule.name) === nameKey(name));

const saysTheSame = (content: RuleContent, text: StoredRuleText): boolean =>
  content.condition === text.condition &&
  canonicalJson(content.payload) === canonicalJson(text.samplePayload) &&
  canonicalJson(content.clauses) === canonicalJson(text.clauses.map(fileClauseOf));

/** Publishes a new text of a rule; somebody's draft beside it stays as it is, and stale. */
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
  const draft = isNew ? undefined : await findRuleDraft(trx, rule.id);
  const { by, at } = changedBy(context);
  await saveRuleDraft(trx, context.tenantId, rule.id, {
    ...text,
    basedOnVersion: rule.publishedVersion ?? 0,
    savedBy: by,
    savedAt: at,
  });
  const input = { version: '', name, description, active, note: 'Imported', overwrite: true, brought: true };
  await namingParts(
    clauses.map(({ id }) => id),
    () => publishRule(context, rule.assessment as AssessmentName, rule.id, input),
  );
  if (draft) await saveRuleDraft(trx, context.tenantId, rule.id, draft);
};

/** Published rules, active or not. */
export const ruleKind: ResourceKind<RuleContent> = {
  kind: 'rule',
  capability: 'decisionRules',
  owns: (path) => PATH.test(path),
  nameOf: ({ assessment, name }) => `${assessment}/${name}`,
  filesOf: (content) => [fileOf(content)],
  read: async (file, { complain }) => {
    const source = readYaml(file);
    const members = readMembers(source, schema, complain);
    if (!members) return null;
    const { rule, assessment, condition, clauses, payload, ...rest } = members;
    const folder = PATH.exec(file.path)?.[1];
    if (folder !== assessment) {
      const message = `A rule of ${assessment} stands in rules/${assessment}.`;
      complain({ path: file.path, ...source.placeOf(['assessment']), message });
      return null;
    }
    const misplaced = misplacedClause(isBuiltInAssessment(assessment) ? sectionsOf(assessment) : ['prior'], clauses);
    if (misplaced) {
      complain({ path: file.path, ...source.placeOf(['clauses', misplaced.index]), message: misplaced.message });
      return null;
    }
    return {
      content: {
        ...rest,
        name: rule.trim(),
        assessment,
        condition: condition ?? '',
        clauses: clauses.map(fileClauseOf),
        payload: payload ?? exampleOf(assessment),
      },
      placeOf: clausePlaces(source, { clauses: 'clauses', code: 'code', whole: 'rule' }),
    };
  },
  replaceInTexts: (content, replace) => ({
    ...content,
    condition: replace(`${content.type}Condition`, content.condition),
    clauses: content.clauses.map((clause) => ({ ...clause, code: replace(`${content.type}Clause`, clause.code) })),
  }),
  load: async (trx, { environmentId }) => {
    const contents: RuleContent[] = [];
    for (const { kind, name: assessment } of await readAssessmentNames(trx, environmentId)) {
      const rules = await listRules(trx, [environmentId], kind);
      for (const { id, type, name, description, active, publishedVersion } of rules) {
        const text = publishedVersion === null ? undefined : await findRuleVersion(trx, id, publishedVersion);
        if (!text) continue;
        const { condition, samplePayload: payload } = text;
        const clauses = text.clauses.map(fileClauseOf);
        contents.push({ assessment, type, name, description, active, condition, clauses, payload });
      }
    }
    return contents;
  },
  put: async (trx, context, content) => {
    const { type, name, description, active } = content;
    const assessment = await assessmentNamed(trx, context.environmentId, content.assessment);
    let known = await find(trx, context, assessment, content);
    if (known && known.type !== type) {
      // What a rule is never changes: another type of the same name is another rule.
      await deleteRule(context, assessment, known.id, tagOf(known.version));
      known = undefined;
    }
    if (!known) await createRule(context, assessment, { name, description, type });
    const rule = known ?? (await find(trx, context, assessment, content));
    invariant(rule, `rule ${name} is there`);
    const published =
      rule.publishedVersion === null ? undefined : await findRuleVersion(trx, rule.id, rule.publishedVersion);
    if (!published || !saysTheSame(content, published)) {
      await publishOver(trx, context, rule, content, { published, isNew: known === undefined });
      return;
    }
    let version = tagOf(rule.version);
    if (name !== rule.name || description !== rule.description) {
      ({ version } = await renameRule(context, assessment, rule.id, { version, name, description }));
    }
    if (active !== rule.active) await setRuleActive(context, assessment, rule.id, { version, active });
  },
  remove: async (trx, context, content) => {
    const { environmentId } = context;
    const { kind } =
      (await readAssessmentNames(trx, environmentId)).find(({ name }) => name === content.assessment) ?? {};
    // Rules go with their assessment.
    if (kind === undefined) return;
    const rule = await find(trx, context, kind, content);
    if (rule) await deleteRule(context, kind, rule.id, tagOf(rule.version));
  },
};
