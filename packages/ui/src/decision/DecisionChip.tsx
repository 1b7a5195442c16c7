import { useText } from '@redoubt/i18n';
import { decisionTone, type DecisionName } from './tone.tsx';
import { ToneChip, type ToneChipProps } from './ToneChip.tsx';

export type DecisionChipProps = {
  /** Null where no decision was made. */
  readonly decision: DecisionName | null;
  readonly appearance?: NonNullable<ToneChipProps['appearance']>;
};

/** A decision as icon and word. */
export const DecisionChip = ({ decision, appearance = 'chip' }: DecisionChipProps) => {
  const text = useText('common');
  return (
    <ToneChip tone={decisionTone(decision)} text={text(`decision.${decision ?? 'none'}`)} appearance={appearance} />
  );
};
