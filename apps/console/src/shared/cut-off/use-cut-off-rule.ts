import { createRule, getRuleSet } from '@redoubt/contracts';
import type { AssessmentName, ClauseSection } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useWrite } from '../../api/use-write.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useGo } from '../../routes/address.ts';
import { rulesHref } from '../assessments/assessment.ts';
import { freeRuleName } from '../authoring/text/rule-name.ts';
import { starterText } from '../rules/starters.ts';

export type CutOffRule = {
  readonly assessment: AssessmentName;
  /** Where another rule has the name, a number follows it. */
  readonly name: string;
  readonly description: string;
  readonly code: string;
  /** Where the clause may read its value; the first section where absent. */
  readonly section?: ClauseSection | undefined;
};

/** Stores a rule with a cut-off as a draft, which decides nothing until it is published, and opens it in its editor. */
export const useCutOffRule = () => {
  const text = useText('rules');
  const call = useCall();
  const go = useGo();
  const { id: environmentId } = useEnvironment();
  const write = useWrite(
    createRule,
    async ({ assessment, name, description, code, section }: CutOffRule) => {
      const set = await call(getRuleSet, { params: { environmentId, assessment }, query: {} });
      const free = freeRuleName([...set.rules, ...set.actions, ...set.drafts], (index) =>
        index === 1 ? name : `${name} (${index})`,
      );
      const sample = set.ownSample ? set.samplePayload : undefined;
      const blank = starterText(assessment, 'blank', text, () => crypto.randomUUID(), sample);
      const clause = { id: crypto.randomUUID(), name, code, ...(section === undefined ? {} : { section }) };
      return {
        params: { assessment },
        body: {
          name: free,
          description,
          type: 'decision' as const,
          text: { ...blank, condition: '', clauses: [clause] },
        },
      };
    },
    { onAnswer: ({ id, assessment }) => go(rulesHref(assessment, { rule: id })), waits: false },
  );
  return write;
};
