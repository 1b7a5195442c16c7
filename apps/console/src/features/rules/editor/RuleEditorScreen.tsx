import { useQuery } from '@tanstack/react-query';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import type { RuleView } from '../../../shared/rules/address.ts';
import { useRulePlace } from '../../../shared/assessments/assessment.ts';
import { symbolsQuery, ruleQuery, ruleSetQuery } from '../../../shared/rules/rules.queries.ts';
import { EditorLoading } from './EditorLoading.tsx';
import { RuleEditor } from './RuleEditor.tsx';
import { ShownRule } from '../../../shared/authoring/text/shown-clause.ts';

export type RuleEditorScreenProps = {
  readonly ruleId: string;
  readonly view: RuleView | undefined;
  /** The environment an inherited rule belongs to. */
  readonly owner: string | undefined;
};

/** Loads a rule and what it may name, then opens its editor. */
export const RuleEditorScreen = ({ ruleId, view, owner }: RuleEditorScreenProps) => {
  const call = useCall();
  const environment = useEnvironment();
  const place = useRulePlace(owner);
  const here = useRulePlace();
  const rule = useQuery(ruleQuery(call, place, ruleId));
  const symbols = useQuery(symbolsQuery(call, place));
  const ruleSet = useQuery({ ...ruleSetQuery(call, here), refetchInterval: false });
  if (!rule.data || !rule.isFetchedAfterMount || !symbols.data) return <EditorLoading queries={[rule, symbols]} />;
  return (
    <ShownRule value={rule.data.name}>
      <RuleEditor
        key={rule.data.id}
        rule={rule.data}
        view={view}
        symbols={symbols.data}
        ruleSet={ruleSet.data ?? null}
        inherited={place.environmentId !== environment.id}
      />
    </ShownRule>
  );
};
