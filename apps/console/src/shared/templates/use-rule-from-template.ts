import { getRuleSet, type RuleTemplateSummary } from '@redoubt/contracts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useGo } from '../../routes/address.ts';
import { editorHref } from '../rules/address.ts';
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
  const { use } = useTemplateMutations();
  const start = async ({ id, name, description, assessment }: RuleTemplateSummary): Promise<void> => {
    const { rules, drafts } = await call(getRuleSet, {
      params: { environmentId, assessment },
      query: branch === undefined ? {} : { branch },
    });
    use.mutate(
      { assessment, templateId: id, name: freeNameOf(name, [...rules, ...drafts]), description, branch },
      { onSuccess: (rule) => go(editorHref(rule)) },
    );
  };
  return {
    start: (template: RuleTemplateSummary) => void start(template),
    isPending: use.isPending,
    error: use.error,
  };
};
