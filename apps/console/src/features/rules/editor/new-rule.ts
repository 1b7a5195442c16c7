import type { RuleDetail, RuleSet, RuleText } from '@redoubt/contracts';
import type { AssessmentName } from '@redoubt/domain';
import type { Text } from '@redoubt/i18n';
import { NEW_RULE } from '../../../shared/rules/links.ts';
import { type Starter, starterText } from '../../../shared/rules/starters.ts';
import { freeRuleName } from '../../../shared/authoring/text/rule-name.ts';

/** A rule that was begun and is not stored. */
export type FreshRule = {
  readonly opened: RuleDetail;
  /** A name for it that is free in a set. */
  readonly nameAmong: (set: RuleSet) => string;
};

/** What the editor of a new rule opens with. */
export const freshRule = (
  set: RuleSet,
  assessment: AssessmentName,
  starter: Starter,
  text: Text<'rules'>,
): FreshRule => {
  const type = starter === 'action' || starter === 'routing' ? starter : 'decision';
  const newName = type === 'action' ? 'list.newActionName' : 'list.newName';
  const nameAmong = ({ rules, actions, drafts }: RuleSet): string =>
    freeRuleName([...rules, ...actions, ...drafts], (index) => text(newName, { index }));
  const sample = set.ownSample ? set.samplePayload : undefined;
  const start: RuleText = starterText(assessment, starter, text, () => crypto.randomUUID(), sample);
  const opened: RuleDetail = {
    id: NEW_RULE,
    environmentId: set.environmentId,
    assessment,
    type,
    branch: set.branch,
    name: nameAmong(set),
    description: '',
    status: 'DraftOnly',
    order: null,
    published: null,
    draft: { ...start, savedAt: '', by: '', basedOnVersion: 0 },
    history: [],
    version: '',
    request: null,
    needsApproval: set.approval.required,
    canWrite: set.canWrite,
  };
  return { opened, nameAmong };
};
