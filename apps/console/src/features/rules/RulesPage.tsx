import { useAddress } from '../../routes/address.ts';
import { rulesAddress } from './address.ts';
import { useAssessment } from './assessment.ts';
import { ExperimentScreen } from './branches/ExperimentScreen.tsx';
import { PromotionScreen } from './branches/PromotionScreen.tsx';
import { RuleEditorScreen } from './editor/RuleEditorScreen.tsx';
import { RuleListScreen } from './list/RuleListScreen.tsx';

/** The rules of one assessment: the list, or the editor of the rule the address names. */
export const RulesPage = () => {
  const assessment = useAssessment();
  const [{ rule, view, owner, branch, shows, experiment }] = useAddress(rulesAddress);
  if (rule === undefined && branch !== undefined) {
    if (shows === 'promotion') return <PromotionScreen key={branch} branch={branch} />;
    if (experiment !== undefined)
      return <ExperimentScreen key={experiment} branch={branch} experimentId={experiment} />;
  }
  return rule === undefined ? (
    <RuleListScreen key={`${assessment} ${branch ?? ''}`} />
  ) : (
    <RuleEditorScreen key={rule} ruleId={rule} view={view} owner={owner} />
  );
};
