import type { RuleTemplate, RuleTemplateFile } from '@redoubt/contracts';
import { allows, fail, type AssessmentName } from '@redoubt/domain';
import { newId, type Id, type Json } from '@redoubt/kernel';
import {
  deleteRuleTemplate as deleteStored,
  findRule,
  findRuleTemplate,
  insertRuleTemplate,
  listEnvironments,
  listRuleTemplates,
  lockRuleTemplates,
  renameRuleTemplate as renameStored,
  ruleStore,
  type StoredRuleTemplate,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { requireClean } from '../problems.ts';
import { renameTemplate, requireTemplateName, templateTaker } from './own-template.ts';
import { readRuleTemplate } from './rule-templates.queries.ts';
import { inTransaction } from '../unit-of-work.ts';

const recordTemplate = recordOf('RuleTemplate');

type NewTemplate = Pick<
  StoredRuleTemplate,
  'name' | 'description' | 'assessment' | 'type' | 'source' | 'condition' | 'clauses' | 'samplePayload'
>;

const addTemplate = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  operation: 'Create' | 'Import',
  template: NewTemplate,
): Promise<RuleTemplate> => {
  const { tenantId, environmentId } = context;
  await lockRuleTemplates(trx, tenantId, environmentId);
  const others = await listRuleTemplates(trx, [environmentId]);
  requireTemplateName(template.name, others);
  const { ruleTemplatesPerEnvironment: max } = context.limits ?? DEFAULT_LIMITS;
  if (others.length >= max) throw fail('TEMPLATE-LIMIT', { max });
  const id = newId();
  const { by, at } = changedBy(context);
  await insertRuleTemplate(trx, tenantId, { ...template, id, environmentId, createdBy: by, createdAt: at });
  const { name, description, assessment, type, source, condition, clauses } = template;
  await recordTemplate(trx, context, {
    operation,
    id,
    name,
    modified: { name, description, assessment, ruleType: type, source, condition, clauses: clauses as unknown as Json },
  });
  return readRuleTemplate(trx, context, id);
};

/**
 * Copies the published text of a rule into a template. Throws RULE-UNKNOWN, RULE-NOT-PUBLISHED, TEMPLATE-NAME-INVALID,
 * TEMPLATE-NAME-TAKEN, TEMPLATE-LIMIT, and AUTH-FORBIDDEN for a person who may not read rules here.
 */
export const createRuleTemplate = async (
  context: EnvironmentContext,
  input: {
    readonly name: string;
    readonly description: string;
    readonly assessment: AssessmentName;
    readonly ruleId: Id;
  },
): Promise<RuleTemplate> => {
  const { environmentId } = context;
  const { description, assessment, ruleId } = input;
  requireClean({ 'body.description': description });
  return inTransaction(context, async (trx) => {
    const rule = await findRule(trx, { environmentId, assessment }, ruleId);
    const permission = rule?.type === 'routing' ? 'routingRules:read' : 'decisionRules:read';
    if (!allows(context.capabilities, permission)) throw fail('AUTH-FORBIDDEN', { permission });
    if (!rule) throw fail('RULE-UNKNOWN', { id: ruleId });
    const published =
      rule.publishedVersion === null ? undefined : await ruleStore.findVersion(trx, ruleId, rule.publishedVersion);
    if (!published) throw fail('RULE-NOT-PUBLISHED', { name: rule.name });
    const environment = (await listEnvironments(trx)).find(({ id }) => id === environmentId)?.name ?? '';
    const { condition, samplePayload, version } = published;
    return addTemplate(trx, context, 'Create', {
      name: input.name.trim(),
      description,
      assessment,
      type: rule.type,
      source: { environment, rule: rule.name, version },
      condition,
      clauses: published.clauses.map(({ id: _id, ...clause }) => clause),
      samplePayload,
    });
  });
};

/** Takes a template from a file. Throws TEMPLATE-NAME-INVALID, TEMPLATE-NAME-TAKEN, TEMPLATE-LIMIT, REQ-INVALID. */
export const importRuleTemplate = async (
  context: EnvironmentContext,
  { file }: { readonly file: RuleTemplateFile },
): Promise<RuleTemplate> => {
  const { description, assessment, source, rule } = file;
  requireClean({ 'body.file': file as unknown as Json });
  const samplePayload = (rule.samplePayload ?? null) as Json;
  const { condition, clauses } = rule;
  return inTransaction(context, (trx) =>
    addTemplate(trx, context, 'Import', {
      name: file.name.trim(),
      description,
      assessment,
      type: rule.type,
      source,
      condition,
      clauses,
      samplePayload,
    }),
  );
};

const takeTemplate = templateTaker(lockRuleTemplates, findRuleTemplate);

/** Changes name and description. Throws TEMPLATE-UNKNOWN, TEMPLATE-STALE, TEMPLATE-NAME-INVALID, TEMPLATE-NAME-TAKEN. */
export const renameRuleTemplate = async (
  context: EnvironmentContext,
  templateId: Id,
  input: { readonly version: string; readonly name: string; readonly description: string },
): Promise<RuleTemplate> => {
  const { environmentId } = context;
  const { description } = input;
  const name = input.name.trim();
  requireClean({ 'body.description': description });
  return inTransaction(context, async (trx) => {
    const template = await takeTemplate(trx, context, templateId, input.version);
    const others = await listRuleTemplates(trx, [environmentId]);
    const to = { name, description };
    await renameTemplate(
      template,
      to,
      others,
      () => renameStored(trx, templateId, to),
      (entry) => recordTemplate(trx, context, entry),
    );
    return readRuleTemplate(trx, context, templateId);
  });
};

/** Deletes a template; rules made of it stay. Throws TEMPLATE-UNKNOWN, TEMPLATE-STALE. */
export const deleteRuleTemplate = async (
  context: EnvironmentContext,
  templateId: Id,
  version: string,
): Promise<void> => {
  await inTransaction(context, async (trx) => {
    const { name, description, condition, clauses } = await takeTemplate(trx, context, templateId, version);
    await deleteStored(trx, templateId);
    await recordTemplate(trx, context, {
      operation: 'Delete',
      id: templateId,
      name,
      original: { name, description, condition, clauses: clauses as unknown as Json },
    });
  });
};
