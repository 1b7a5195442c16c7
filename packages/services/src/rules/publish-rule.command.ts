import type { PublishedRuleDetail, RuleText } from '@redoubt/contracts';
import { isDefaultName, type AssessmentName, type RuleFamily } from '@redoubt/domain';
import type { Id, JsonObject } from '@redoubt/kernel';
import type { EnvironmentContext } from '../context.ts';
import { publishDraft, type DraftPublication } from '../resources/versioned-resource.ts';
import { storableText } from '../symbols/rule-text.ts';
import type { RuleChoice } from './check-rule.ts';
import { ruleResource } from './rule-resource.ts';

export type PublishInput = RuleChoice &
  DraftPublication & {
    /** What to publish in place of the draft: the draft as it was when its publication was requested. */
    readonly text?: (RuleText & { readonly basedOnVersion: number }) | undefined;
  };

/** Names that the console gives until a person does: reports and answers would show them. */
const namesToGive = (name: string, { clauses }: Pick<RuleText, 'clauses'>): PublishedRuleDetail['warnings'] => {
  const message = (given: string): string => `“${given}” says nothing of what is decided; reports show it. Rename it.`;
  return [
    ...(isDefaultName('rule', name) ? [{ path: 'name', message: message(name) }] : []),
    ...clauses.flatMap((clause, index) =>
      isDefaultName('clause', clause.name) ? [{ path: `clauses[${index}].name`, message: message(clause.name) }] : [],
    ),
  ];
};

/**
 * Publishes the draft: a new version decides from the next event on. A rule that is published for the first time runs
 * after all others. Throws RULE-UNKNOWN, RULE-NO-DRAFT, RULE-NAME-INVALID, RULE-NAME-TAKEN, RULE-NOT-PUBLISHABLE,
 * BRANCH-EXPERIMENT-RUNNING, and RULE-STALE where the rule changed meanwhile and `overwrite` is not set.
 */
export const publishRule = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  input: PublishInput,
  family: RuleFamily = 'deciding',
): Promise<PublishedRuleDetail> => {
  const { text, imported, ...chosen } = input;
  const detail = await publishDraft(
    ruleResource(assessment, family),
    context,
    ruleId,
    {
      ...chosen,
      given: text && { ...storableText(assessment, text), basedOnVersion: text.basedOnVersion },
      onTaken: (taken, basedOnVersion) => {
        if (!text) context.changes?.freeze({ text: { ...(taken as unknown as JsonObject), basedOnVersion } });
      },
    },
    { imported },
  );
  return { ...detail, warnings: detail.published ? [...namesToGive(detail.name, detail.published)] : [] };
};
