import type { RuleDetail } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../../app/console-context.tsx';
import type { RuleView } from '../../../shared/rules/address.ts';
import { useRulePlace } from '../../../shared/assessments/assessment.ts';
import { RoutingListScreen } from '../routing/RoutingListScreen.tsx';
import { RuleListScreen } from '../list/RuleListScreen.tsx';
import type { Starter } from '../../../shared/rules/starters.ts';
import { symbolsQuery, ruleSetQuery } from '../../../shared/rules/rules.queries.ts';
import { EditorLoading } from './EditorLoading.tsx';
import { type FreshRule, freshRule } from './new-rule.ts';
import { RuleEditor } from './RuleEditor.tsx';

export type NewRuleScreenProps = {
  readonly starter: Starter;
  readonly branch: string | undefined;
  readonly view: RuleView | undefined;
  /** The server has it from now on, under an id. */
  readonly onStored: (rule: RuleDetail) => void;
};

/** The editor of a rule that is stored with its first edit, and stays open then. */
export const NewRuleScreen = ({ starter, branch, view, onStored }: NewRuleScreenProps) => {
  const call = useCall();
  const place = useRulePlace();
  const text = useText('rules');
  const symbols = useQuery(symbolsQuery(call, place));
  const ruleSet = useQuery({ ...ruleSetQuery(call, place, branch), refetchInterval: false });
  const [fresh, setFresh] = useState<FreshRule | null>(null);
  const set = ruleSet.data;
  if (set && !set.canWrite) return place.family === 'routing' ? <RoutingListScreen /> : <RuleListScreen />;
  if (set && fresh === null) {
    const isThere = starter !== 'routing' && (starter !== 'action' || set.hasActions);
    const known = place.family === 'routing' ? 'routing' : isThere ? starter : 'blank';
    setFresh(freshRule(set, place.assessment, known, text));
  }
  if (fresh === null || !set || !symbols.data) return <EditorLoading queries={[ruleSet, symbols]} />;
  return (
    <RuleEditor
      rule={fresh.opened}
      fresh={fresh}
      onStored={onStored}
      view={view}
      symbols={symbols.data}
      ruleSet={set}
      inherited={false}
    />
  );
};
