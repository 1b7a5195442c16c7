import { ArrowClockwiseRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { ToneChip, type Tone } from '@redoubt/ui';
import type { ReactNode } from 'react';
import type { StepState } from '../steps.ts';

const TONES: Readonly<Record<StepState, Tone>> = { done: 'approve', begun: 'review', notBegun: 'neutral' };

/** How far a step is. */
export const StateChip = ({ state }: { readonly state: StepState }): ReactNode => {
  const text = useText('integration');
  const icon = state === 'begun' ? { icon: ArrowClockwiseRegular } : {};
  return <ToneChip tone={TONES[state]} text={text(`state.${state}`)} appearance="plain" {...icon} />;
};
