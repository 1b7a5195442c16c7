import { getRoutingRuleSet, getRuleSet, type RuleDetail, type RuleTemplateSummary } from '@redoubt/contracts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useGo } from '../../routes/address.ts';
import { editorHref } from '../rules/links.ts';
import { useTemplateMutations } from './templates.queries.ts';

type Named = { readonly name: string };

/** The template's name where it is free among the rules, else with a number. */
export const freeNameOf = (template: string, rules: readonly Named[]): string => {
  const taken = new Set(rules.map(({ name }) => name.toLowerCase()));
  let name = template;
  for (let index = 2; taken.has(name.toLowerCase()); index += 1) name = `${template.slice(0, 110)} ${index}`;
  return name;
};

/** Begins a rule as a draft that starts with a template, in production or in a branch, and opens its editor. */
export const useRuleFromTemplate = (branch?: string) => {
  const call = useCall();
  const go = useGo();
  const { id: environmentId } = useEnvironment();
  const { use, useForRouting } = useTemplateMutations();
  const start = async (template: RuleTemplateSummary): Promise<void> => {
    const { id: templateId, name, description, assessment, ruleType } = template;
    const params = { environmentId, assessment };
    const onSuccess = (rule: RuleDetail) => go(editorHref(rule));
    if (ruleType === 'routing') {
      const { rules, drafts } = await call(getRoutingRuleSet, { params });
      const free = freeNameOf(name, [...rules, ...drafts]);
      useForRouting.mutate({ assessment, templateId, name: free, description }, { onSuccess });
      return;
    }
    const { rules, drafts } = await call(getRuleSet, { params, query: branch === undefined ? {} : { branch } });
    const free = freeNameOf(name, [...rules, ...drafts]);
    use.mutate({ assessment, templateId, name: free, description, branch }, { onSuccess });
  };
  return {
    start: (template: RuleTemplateSummary) => void start(template),
    isPending: use.isPending || useForRouting.isPending,
    error: use.error ?? useForRouting.error,
  };
};
