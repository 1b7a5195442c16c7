import {
  createRoutingRule,
  createRule,
  createRuleTemplate,
  deleteRuleTemplate,
  getRuleTemplate,
  getRuleTemplates,
  importRuleTemplate,
  renameRuleTemplate,
  type RuleTemplate,
  type RuleTemplateFile,
} from '@redoubt/contracts';
import type { AssessmentName } from '@redoubt/domain';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

/** Templates that can be used here. */
export const templatesQuery = (call: ApiCall, environmentId: string) =>
  read(call, getRuleTemplates, { params: { environmentId } });

export const templateQuery = (call: ApiCall, environmentId: string, templateId: string) =>
  read(call, getRuleTemplate, { params: { environmentId, templateId } });

/** A rule as a template is made of it. */
export type TemplateOf = {
  readonly name: string;
  readonly description: string;
  readonly assessment: AssessmentName;
  readonly ruleId: string;
};

type Named = { readonly name: string; readonly description: string };
type Versioned = { readonly id: string; readonly version: string };

const TEMPLATE = {
  answers: { read: getRuleTemplate, params: ({ id }: RuleTemplate) => ({ templateId: id }) },
} as const;

/** Mutations of templates, and the rule that is made of one. */
export const useTemplateMutations = () => ({
  make: useWrite(createRuleTemplate, (body: TemplateOf) => ({ body }), TEMPLATE),
  // The server says what of a foreign file does not fit.
  take: useWrite(importRuleTemplate, (file: unknown) => ({ body: { file: file as RuleTemplateFile } }), TEMPLATE),
  rename: useWrite(
    renameRuleTemplate,
    ({ id, ...body }: Versioned & Named) => ({ params: { templateId: id }, body }),
    TEMPLATE,
  ),
  remove: useWrite(deleteRuleTemplate, ({ id, version }: Versioned) => ({
    params: { templateId: id },
    query: { version },
  })),
  useForRouting: useWrite(
    createRoutingRule,
    ({ assessment, ...body }: Named & { readonly assessment: AssessmentName; readonly templateId: string }) => ({
      params: { assessment },
      body,
    }),
    { changes: 'nothing' },
  ),
  use: useWrite(
    createRule,
    ({
      assessment,
      ...body
    }: Named & {
      readonly assessment: AssessmentName;
      readonly templateId: string;
      readonly branch?: string | undefined;
    }) => ({ params: { assessment }, body }),
    { changes: 'nothing' },
  ),
});
