import type { RuleTemplate, RuleTemplateSummary, TemplateFinding } from '@redoubt/contracts';
import {
  allows,
  environmentPath,
  fail,
  nearestSection,
  RULE_TEMPLATE_FILE_VERSION,
  sectionOf,
  type AssessmentName,
} from '@redoubt/domain';
import { checkApart } from '../texts/compile-text.ts';
import { isAppError, newId, type Id } from '@redoubt/kernel';
import {
  findRuleTemplate,
  listEnvironments,
  listRuleTemplates,
  type StoredRuleTemplate,
  type StoredRuleText,
  type TenantTransaction,
} from '@redoubt/storage';
import { readRuleSymbols } from '../symbols/publishing-symbols.ts';
import type { EnvironmentContext } from '../context.ts';
import { readFunctionPath } from '../symbols/reachable-functions.ts';
import { stagedSourceOf, storableText } from '../symbols/rule-text.ts';
import { tagOf } from '../version-tag.ts';
import { inTransaction } from '../unit-of-work.ts';

/** The environments whose templates can be used here, by id: this one and its ancestors. */
const readOwners = async (
  trx: TenantTransaction,
  { environmentId }: EnvironmentContext,
): Promise<ReadonlyMap<Id, string>> => {
  const byId = new Map((await listEnvironments(trx)).map((each) => [each.id, each]));
  const { parentIds } = environmentPath(environmentId, byId);
  return new Map([environmentId, ...parentIds].map((id) => [id, byId.get(id)?.name ?? id]));
};

const summaryOf = (
  template: StoredRuleTemplate,
  owners: ReadonlyMap<Id, string>,
  environmentId: Id,
): RuleTemplateSummary => ({
  id: template.id,
  name: template.name,
  description: template.description,
  assessment: template.assessment as AssessmentName,
  ruleType: template.type,
  source: { ...template.source },
  clauseCount: template.clauses.length,
  created: { by: template.createdBy, at: template.createdAt.toISOString() },
  inheritedFrom: template.environmentId === environmentId ? null : (owners.get(template.environmentId) ?? ''),
  version: tagOf(template.version),
});

/** The template, where this environment or an ancestor owns it. Throws TEMPLATE-UNKNOWN. */
export const requireUsableTemplate = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  templateId: Id,
): Promise<{ readonly template: StoredRuleTemplate; readonly owners: ReadonlyMap<Id, string> }> => {
  const owners = await readOwners(trx, context);
  const template = await findRuleTemplate(trx, templateId);
  if (!template || !owners.has(template.environmentId)) throw fail('TEMPLATE-UNKNOWN', { id: templateId });
  return { template, owners };
};

/**
 * The text a rule made of a template starts with: its clauses get ids of their own, and stand in the sections that the
 * assessment of the rule has.
 */
export const textOfTemplate = (
  { condition, clauses, samplePayload }: StoredRuleTemplate,
  assessment: AssessmentName,
): StoredRuleText =>
  storableText(assessment, {
    condition,
    clauses: clauses.map((clause) => ({
      ...clause,
      id: newId(),
      section: nearestSection(assessment, sectionOf(clause)),
    })),
    samplePayload,
  });

/** Errors and warnings of the text a rule would start with, as publishing here would judge it. */
const findingsOf = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  template: StoredRuleTemplate,
): Promise<TemplateFinding[]> => {
  const assessment = template.assessment as AssessmentName;
  const { environmentId, limits } = context;
  const path = await readFunctionPath(trx, environmentId);
  const symbols = await readRuleSymbols(trx, environmentId, assessment, path, limits).catch((error: unknown) => {
    // An assessment of another tree: nothing of it can be checked here, and no rule can start with the template.
    if (isAppError(error) && error.code === 'ASSESSMENT-UNKNOWN') return null;
    throw error;
  });
  if (symbols === null) return [];
  const text = textOfTemplate(template, assessment);
  const clauses = new Map(text.clauses.map(({ id, name }) => [id, name]));
  const { diagnostics } = await checkApart(context, stagedSourceOf(text, template.type, assessment), symbols);
  return diagnostics.flatMap(({ severity, part, line, column, code, params, message }) =>
    severity === 'hint'
      ? []
      : [{ severity, clause: clauses.get(part) ?? null, line, column, code, params: { ...params }, message }],
  );
};

/** One template as its page shows it; also the answer of every command that changes it. */
export const readRuleTemplate = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  templateId: Id,
): Promise<RuleTemplate> => {
  const { template, owners } = await requireUsableTemplate(trx, context, templateId);
  const summary = summaryOf(template, owners, context.environmentId);
  const { name, description, assessment, source } = summary;
  const { condition, clauses, samplePayload } = template;
  return {
    ...summary,
    findings: await findingsOf(trx, context, template),
    file: {
      redoubtTemplate: RULE_TEMPLATE_FILE_VERSION,
      type: 'rule',
      name,
      description,
      assessment,
      source,
      rule: { type: template.type, condition, clauses: clauses.map((clause) => ({ ...clause })), samplePayload },
    },
  };
};

/** Rule templates that can be used here: of this environment and its ancestors, by name. */
export const getRuleTemplates = (
  context: EnvironmentContext,
): Promise<{ readonly templates: RuleTemplateSummary[]; readonly canWrite: boolean }> =>
  inTransaction(context, async (trx) => {
    const owners = await readOwners(trx, context);
    const templates = await listRuleTemplates(trx, [...owners.keys()]);
    return {
      templates: templates.map((template) => summaryOf(template, owners, context.environmentId)),
      canWrite: allows(context.capabilities, 'ruleTemplates:write'),
    };
  });

/** Throws TEMPLATE-UNKNOWN. */
export const getRuleTemplate = (context: EnvironmentContext, templateId: Id): Promise<RuleTemplate> =>
  inTransaction(context, (trx) => readRuleTemplate(trx, context, templateId));
