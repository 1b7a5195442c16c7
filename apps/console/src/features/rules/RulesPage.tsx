import { useAddress } from '../../routes/address.ts';
import { rulesAddress } from './address.ts';
import { useAssessment } from './assessment.ts';
import { RuleEditorScreen } from './editor/RuleEditorScreen.tsx';
import { RuleListScreen } from './list/RuleListScreen.tsx';

/** The rules of one assessment: the list, or the editor of the rule the address names. */
export const RulesPage = () => {
  const assessment = useAssessment();
  const [{ rule, view, owner }] = useAddress(rulesAddress);
  return rule === undefined ? (
    <RuleListScreen key={assessment} />
  ) : (
    <RuleEditorScreen key={rule} ruleId={rule} view={view} owner={owner} />
  );
};
