import {
  CheckmarkRegular,
  DismissRegular,
  EyeRegular,
  LockClosedRegular,
  SubtractRegular,
  type FluentIcon,
} from '@fluentui/react-icons';
import styles from './decision.module.css';

/** The four decisions, and the absence of one. Everything saturated on a page has one of these tones. */
export type Tone = 'approve' | 'reject' | 'review' | 'challenge' | 'neutral';

export const TONE_ICONS: Readonly<Record<Tone, FluentIcon>> = {
  approve: CheckmarkRegular,
  reject: DismissRegular,
  review: EyeRegular,
  challenge: LockClosedRegular,
  neutral: SubtractRegular,
};

export const toneClass = (tone: Tone): string => styles[tone] ?? '';

export type DecisionName = 'Approve' | 'Reject' | 'Review' | 'Challenge';

const TONES: Readonly<Record<DecisionName, Tone>> = {
  Approve: 'approve',
  Reject: 'reject',
  Review: 'review',
  Challenge: 'challenge',
};

/** Tone of a decision, for charts and edges that carry its colour. */
export const decisionTone = (decision: DecisionName | null): Tone => (decision ? TONES[decision] : 'neutral');

/** CSS colour of a tone's filled shapes: bars, areas, map points. */
export const toneFill = (tone: Tone): string => (tone === 'neutral' ? 'var(--chart-bar)' : `var(--${tone}-fill)`);
