import type { CaseDecisionOption } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { decisionKeys } from './decision-keys.ts';
import { DecisionButton } from './DecisionButton.tsx';

/** The configured decisions beside each other, each with its key. */
export const DecisionButtons = (props: {
  readonly decisions: readonly CaseDecisionOption[];
  readonly chosen: string | null;
  /** False where another part of the page has the keys. */
  readonly takesKeys?: boolean;
  readonly disabledReason?: string | undefined;
  readonly onChoose: (name: string) => void;
}): ReactNode => {
  const { decisions, chosen, takesKeys = true, disabledReason, onChoose } = props;
  const text = useText('cases');
  const keys = decisionKeys(decisions);
  return (
    <div role="group" aria-label={text('bar.label')} className="row-wrap">
      {decisions.map((decision, at) => (
        <DecisionButton
          key={decision.name}
          decision={decision}
          keys={takesKeys ? keys[at] : undefined}
          isChosen={decision.name === chosen}
          disabledReason={disabledReason}
          onChoose={() => onChoose(decision.name)}
        />
      ))}
    </div>
  );
};
