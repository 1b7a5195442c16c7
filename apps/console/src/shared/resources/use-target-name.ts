import { isBuiltInAssessment, isDefinedAssessment, SUPPORT_LISTS } from '@redoubt/domain';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { useCallback } from 'react';
import { useConfigurationName } from './use-configuration-name.ts';
import { useAssessmentText } from './use-type-text.ts';

/** How the activity log names the order of rules: `purchase rules in Second look`. */
const RULE_SET = /^(?<assessment>\S+) (?<type>rules|actions)(?: in (?<branch>.+))?$/;
/** Rules spell these names: the translation stands beside them. */
const SPELLED = new Set(
  'CustomList SupportList Function ExternalCall ExternalAssessment list databaseList function externalCall externalAssessment'.split(
    ' ',
  ),
);
/** Resources that configuration files name by their assessment: `purchase/High amount`. */
const OF_ASSESSMENT = new Set(['rule', 'branchRule', 'ruleSet', 'branch', 'caseConfiguration', 'CaseConfiguration']);

/** What a log entry or a requested change is about, in the reader's language as far as the name came with the product. */
export const useTargetName = (): ((type: string, name: string) => string) => {
  const text = useText('changes');
  const { shown } = useProvidedNames();
  const assessmentText = useAssessmentText();
  const configurationName = useConfigurationName();
  return useCallback(
    (type, name) => {
      if (type === 'Configuration') return configurationName(type, name);
      if (type === 'supportList') return shown(SUPPORT_LISTS.find(({ entity }) => entity === name)?.name ?? name);
      if (OF_ASSESSMENT.has(type)) {
        const [of = '', ...rest] = name.split('/');
        return [isBuiltInAssessment(of) ? assessmentText(of) : of, ...rest.map(shown)].join(' · ');
      }
      const translated = shown(name);
      if (SPELLED.has(type)) return translated === name ? name : `${name} (${translated})`;
      const set = type === 'RuleSet' ? RULE_SET.exec(name)?.groups : undefined;
      const { assessment = '', type: kind, branch } = set ?? {};
      if (!isBuiltInAssessment(assessment) && !isDefinedAssessment(assessment)) return translated;
      return text(kind === 'actions' ? 'ruleSet.actions' : 'ruleSet.rules', {
        of: [assessmentText(assessment), ...(branch === undefined ? [] : [shown(branch)])].join(' · '),
      });
    },
    [text, shown, assessmentText, configurationName],
  );
};
