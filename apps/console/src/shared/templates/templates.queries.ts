import {
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
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';

const keys = {
  list: (environmentId: string) => ['ruleTemplates', environmentId] as const,
  one: (environmentId: string, templateId: string) => ['ruleTemplates', environmentId, templateId] as const,
};

/** Templates that can be used here. */
export const templatesQuery = (call: ApiCall, environmentId: string) =>
  queryOptions({
    queryKey: keys.list(environmentId),
    queryFn: ({ signal }) => call(getRuleTemplates, { params: { environmentId }, signal }),
  });

export const templateQuery = (call: ApiCall, environmentId: string, templateId: string) =>
  queryOptions({
    queryKey: keys.one(environmentId, templateId),
    queryFn: ({ signal }) => call(getRuleTemplate, { params: { environmentId, templateId }, signal }),
  });

/** A rule as a template is made of it. */
export type TemplateOf = {
  readonly name: string;
  readonly description: string;
  readonly assessment: AssessmentName;
  readonly ruleId: string;
};

/** Mutations of templates, and the rule that is made of one. */
export const useTemplateMutations = () => {
  const call = useCall();
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  const params = { environmentId };
  const again = () => client.invalidateQueries({ queryKey: keys.list(environmentId) });
  const keep = (template: RuleTemplate) => {
    client.setQueryData(keys.one(environmentId, template.id), template);
    return client.invalidateQueries({ queryKey: keys.list(environmentId), exact: true });
  };
  return {
    make: useMutation({
      mutationFn: (body: TemplateOf) => call(createRuleTemplate, { params, body }),
      onSuccess: keep,
    }),
    take: useMutation({
      // The server says what of a foreign file does not fit.
      mutationFn: (file: unknown) => call(importRuleTemplate, { params, body: { file: file as RuleTemplateFile } }),
      onSuccess: keep,
    }),
    rename: useMutation({
      mutationFn: ({
        id,
        ...body
      }: {
        readonly id: string;
        readonly version: string;
        readonly name: string;
        readonly description: string;
      }) => call(renameRuleTemplate, { params: { ...params, templateId: id }, body }),
      onSuccess: keep,
    }),
    remove: useMutation({
      mutationFn: ({ id, version }: { readonly id: string; readonly version: string }) =>
        call(deleteRuleTemplate, { params: { ...params, templateId: id }, query: { version } }),
      onSuccess: again,
    }),
    use: useMutation({
      mutationFn: ({
        assessment,
        ...body
      }: {
        readonly assessment: AssessmentName;
        readonly templateId: string;
        readonly name: string;
        readonly description: string;
        readonly branch?: string | undefined;
      }) => call(createRule, { params: { ...params, assessment }, body }),
    }),
  };
};
