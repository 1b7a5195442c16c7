import { RULE_TEMPLATE_FILE_VERSION } from '@redoubt/domain';
import { z } from 'zod';
import { assessmentName, authorship, environmentParams, guid, json, versionTag } from '../common.ts';
import { defineEndpoint, TEXT_BODY_BYTES } from '../define.ts';
import { clause, MAX_CLAUSE_CHARACTERS, MAX_CLAUSES, ruleType } from '../rules/rule-schemas.ts';

const base = '/platform/v1/environments/:environmentId/templates';
const templateParams = environmentParams.extend({ templateId: guid });
const templateName = z.string().trim().min(1).max(120);
const description = z.string().max(2000);

/** The text a rule made of a template starts with. */
const templateRule = z.strictObject({
  /** A rule that decides where a file does not say. */
  type: ruleType.default('decision'),
  condition: z.string().max(MAX_CLAUSE_CHARACTERS),
  clauses: z
    .array(clause.omit({ id: true }))
    .min(1)
    .max(MAX_CLAUSES),
  samplePayload: json,
});

/** A rule template as a file: what `export` writes and `import` takes. */
export const ruleTemplateFile = z.strictObject({
  redoubtTemplate: z.literal(RULE_TEMPLATE_FILE_VERSION),
  type: z.literal('rule'),
  name: templateName,
  description,
  assessment: assessmentName,
  source: z.strictObject({ environment: z.string(), rule: z.string(), version: z.number().int() }),
  rule: templateRule,
});
export type RuleTemplateFile = z.infer<typeof ruleTemplateFile>;

export const ruleTemplateSummary = z.strictObject({
  id: guid,
  name: z.string(),
  description: z.string(),
  assessment: assessmentName,
  ruleType,
  source: ruleTemplateFile.shape.source,
  clauseCount: z.number().int(),
  created: authorship,
  /** The ancestor that owns it; null for one of this environment, which alone is managed here. */
  inheritedFrom: z.string().nullable(),
  version: versionTag,
});
export type RuleTemplateSummary = z.infer<typeof ruleTemplateSummary>;

/** What publishing a rule that starts with the template would refuse or warn of, in this environment as it is now. */
export const templateFinding = z.strictObject({
  severity: z.enum(['error', 'warning']),
  /** Name of the clause; null for the condition. */
  clause: z.string().nullable(),
  line: z.number().int(),
  column: z.number().int(),
  code: z.string(),
  params: z.record(z.string(), z.string()),
  message: z.string(),
});
export type TemplateFinding = z.infer<typeof templateFinding>;

export const ruleTemplate = ruleTemplateSummary.extend({
  file: ruleTemplateFile,
  findings: z.array(templateFinding),
});
export type RuleTemplate = z.infer<typeof ruleTemplate>;

export const getRuleTemplates = defineEndpoint({
  id: 'ruleTemplates.list',
  summary: 'Rule templates of the environment and its ancestors.',
  method: 'GET',
  path: base,
  permission: 'ruleTemplates:read',
  params: environmentParams,
  response: z.strictObject({ templates: z.array(ruleTemplateSummary), canWrite: z.boolean() }),
});

export const getRuleTemplate = defineEndpoint({
  id: 'ruleTemplates.get',
  summary: 'One rule template with its file.',
  method: 'GET',
  path: `${base}/:templateId`,
  permission: 'ruleTemplates:read',
  params: templateParams,
  response: ruleTemplate,
  errors: ['TEMPLATE-UNKNOWN'],
});

export const createRuleTemplate = defineEndpoint({
  id: 'ruleTemplates.create',
  summary: 'Copy a published rule into a template.',
  method: 'POST',
  path: base,
  permission: 'ruleTemplates:write',
  params: environmentParams,
  body: z.strictObject({ name: templateName, description, assessment: assessmentName, ruleId: guid }),
  response: ruleTemplate,
  errors: [
    'RULE-UNKNOWN',
    'RULE-NOT-PUBLISHED',
    'TEMPLATE-NAME-INVALID',
    'TEMPLATE-NAME-TAKEN',
    'TEMPLATE-LIMIT',
    'AUTH-FORBIDDEN',
  ],
});

export const importRuleTemplate = defineEndpoint({
  id: 'ruleTemplates.import',
  summary: 'Take a template from a file.',
  method: 'POST',
  path: `${base}/import`,
  permission: 'ruleTemplates:write',
  params: environmentParams,
  /** A file that does not fit is refused with each wrong place. */
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: z.strictObject({ file: ruleTemplateFile }),
  response: ruleTemplate,
  errors: ['TEMPLATE-NAME-INVALID', 'TEMPLATE-NAME-TAKEN', 'TEMPLATE-LIMIT'],
});

export const renameRuleTemplate = defineEndpoint({
  id: 'ruleTemplates.rename',
  summary: 'Change name and description of a template.',
  method: 'PATCH',
  path: `${base}/:templateId`,
  permission: 'ruleTemplates:write',
  params: templateParams,
  body: z.strictObject({ version: versionTag, name: templateName, description }),
  response: ruleTemplate,
  errors: ['TEMPLATE-UNKNOWN', 'TEMPLATE-STALE', 'TEMPLATE-NAME-INVALID', 'TEMPLATE-NAME-TAKEN'],
});

export const deleteRuleTemplate = defineEndpoint({
  id: 'ruleTemplates.delete',
  summary: 'Delete a template; rules made of it stay.',
  method: 'DELETE',
  path: `${base}/:templateId`,
  permission: 'ruleTemplates:write',
  params: templateParams,
  query: z.strictObject({ version: versionTag }),
  response: z.undefined(),
  responseType: 'empty',
  errors: ['TEMPLATE-UNKNOWN', 'TEMPLATE-STALE'],
});
