import { useAddress } from '../../routes/address.ts';
import { rulesAddress } from './address.ts';
import { RuleEditorScreen } from './editor/RuleEditorScreen.tsx';
import { RuleListScreen } from './list/RuleListScreen.tsx';

/** Purchase rules: the list, or the editor of the rule the address names. */
export const RulesPage = () => {
  const [{ rule, view, owner }] = useAddress(rulesAddress);
  return rule === undefined ? (
    <RuleListScreen />
  ) : (
    <RuleEditorScreen key={rule} ruleId={rule} view={view} owner={owner} />
  );
};
