import { FlagRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import type { Tone } from './tone.tsx';
import { ToneChip, type ToneChipProps } from './ToneChip.tsx';

export type FraudLabelName = 'Fraud' | 'NonFraud';

export type FraudLabelChipProps = {
  /** Null where the event has no label. */
  readonly label: FraudLabelName | null;
  readonly appearance?: NonNullable<ToneChipProps['appearance']>;
};

const TONES: Readonly<Record<FraudLabelName, Tone>> = { Fraud: 'reject', NonFraud: 'approve' };

/** A fraud label as flag and word, in the scale of the decisions. */
export const FraudLabelChip = ({ label, appearance = 'chip' }: FraudLabelChipProps) => {
  const text = useText('common');
  if (!label) return <ToneChip tone="neutral" text={text('label.none')} appearance={appearance} />;
  return <ToneChip tone={TONES[label]} text={text(`label.${label}`)} icon={FlagRegular} appearance={appearance} />;
};
