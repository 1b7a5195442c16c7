import {
  CheckmarkRegular,
  DismissCircleRegular,
  EyeRegular,
  SubtractRegular,
  type FluentIcon,
} from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { decisionTone, ToneChip } from '@redoubt/ui';
import type { PartOutcome } from '../evaluation/part-outcome.ts';
import styles from '../../../shared/authoring/editor/editor.module.css';

const ICONS: Readonly<Record<Exclude<PartOutcome['kind'], 'decides' | 'routes'>, FluentIcon>> = {
  met: CheckmarkRegular,
  notMet: SubtractRegular,
  noHit: SubtractRegular,
  observed: EyeRegular,
  ran: CheckmarkRegular,
  notReached: SubtractRegular,
  error: DismissCircleRegular,
};

/** What became of a part for the sample, in a word. */
export const OutcomeText = ({ outcome }: { readonly outcome: PartOutcome | null }) => {
  const text = useText('rules');
  const common = useText('common');
  if (outcome === null) return null;
  if (outcome.kind === 'decides')
    return (
      <ToneChip
        tone={decisionTone(outcome.decision)}
        text={text('editor.outcome.decides', { decision: common(`decision.${outcome.decision}`) })}
      />
    );
  if (outcome.kind === 'routes')
    return <ToneChip tone="neutral" text={text('routing.routes', { queue: outcome.queue })} />;
  const Icon = ICONS[outcome.kind];
  return (
    <span className={styles.outcome} data-kind={outcome.kind}>
      <Icon fontSize={14} aria-hidden />
      {text(`editor.outcome.${outcome.kind}`)}
    </span>
  );
};
