import { useState } from 'react';
import { useAddressBy } from '../../routes/address.ts';
import { lazyComponent, usePreload } from '../../routes/lazy-component.tsx';
import { rulesAddress } from '../../shared/rules/address.ts';
import { NEW_RULE } from '../../shared/rules/links.ts';
import { useRulePlace } from '../../shared/assessments/assessment.ts';
import { EditorLoading } from './editor/EditorLoading.tsx';
import { RuleListScreen } from './list/RuleListScreen.tsx';

const Waiting = () => <EditorLoading queries={[]} />;
const RuleEditorScreen = lazyComponent(
  async () => (await import('./editor/RuleEditorScreen.tsx')).RuleEditorScreen,
  Waiting,
);
const ExperimentScreen = lazyComponent(
  async () => (await import('./branches/ExperimentScreen.tsx')).ExperimentScreen,
  Waiting,
);
const PromotionScreen = lazyComponent(
  async () => (await import('./branches/PromotionScreen.tsx')).PromotionScreen,
  Waiting,
);
const RoutingListScreen = lazyComponent(
  async () => (await import('./routing/RoutingListScreen.tsx')).RoutingListScreen,
  Waiting,
);
const NewRuleScreen = lazyComponent(async () => (await import('./editor/NewRuleScreen.tsx')).NewRuleScreen, Waiting);

/** Editors that began a rule: how many there were, the id the last one got, and whether the address names it yet. */
type Begun = { readonly count: number; readonly id: string | null; readonly named: boolean };

/** The rules of one assessment: the list, or the editor of the rule the address names. */
export const RulesPage = () => {
  const { assessment, family } = useRulePlace();
  usePreload(RuleEditorScreen);
  const [{ rule, starter, view, owner, branch, shows, experiment }, setAddress] = useAddressBy(rulesAddress);
  const [begun, setBegun] = useState<Begun>({ count: 0, id: null, named: false });
  if (rule === begun.id && !begun.named) setBegun({ ...begun, named: true });
  if (rule === NEW_RULE && begun.named) setBegun({ count: begun.count + 1, id: null, named: false });
  if (rule === undefined && family === 'routing') return <RoutingListScreen key={assessment} />;
  if (rule === undefined && branch !== undefined) {
    if (shows === 'promotion') return <PromotionScreen key={branch} branch={branch} />;
    if (experiment !== undefined)
      return <ExperimentScreen key={experiment} branch={branch} experimentId={experiment} />;
  }
  if (rule === undefined) return <RuleListScreen key={`${assessment} ${branch ?? ''}`} />;
  if (rule !== NEW_RULE && rule !== begun.id)
    return <RuleEditorScreen key={rule} ruleId={rule} view={view} owner={owner} />;
  return (
    <NewRuleScreen
      key={`new ${begun.count}`}
      starter={starter ?? 'blank'}
      branch={branch}
      view={view}
      onStored={({ id }) => {
        setBegun({ count: begun.count, id, named: false });
        setAddress({ rule: id, starter: undefined, branch: undefined }, { replace: true, keepsUnsaved: true });
      }}
    />
  );
};
