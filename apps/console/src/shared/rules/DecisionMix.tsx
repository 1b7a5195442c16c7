import type { RuleSummary } from '@redoubt/contracts';
import { DECISIONS, type Decision } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { decisionTone, toneFill } from '@redoubt/ui';
import styles from './decision-mix.module.css';

export type DecisionMixProps = {
  readonly decisions: RuleSummary['decisions24h'];
  /** Says the decisions of the last day; without it, of the time that stands beside the bar. */
  readonly ofDay?: boolean;
};

/** Shares of the decisions a rule made, as one bar whose numbers are said and shown when pointed at. */
export const DecisionMix = ({ decisions, ofDay = false }: DecisionMixProps) => {
  const text = useText('rules');
  const common = useText('common');
  const formats = useFormats();
  const parts = DECISIONS.flatMap((decision) => {
    const count = decisions[decision] ?? 0;
    return count > 0 ? [{ decision, count }] : [];
  });
  if (parts.length === 0) return <span className="muted">–</span>;
  const said = ({ decision, count }: { readonly decision: Decision; readonly count: number }) =>
    text('list.mixPart', { decision: common(`decision.${decision}`), count: formats.number(count) });
  const list = formats.list(parts.map(said));
  const label = ofDay ? text('list.mix', { decisions: list }) : list;
  return (
    <span className={styles.mix} role="img" aria-label={label} title={label}>
      {parts.map(({ decision, count }) => (
        <span key={decision} style={{ flexGrow: count, background: toneFill(decisionTone(decision)) }} />
      ))}
    </span>
  );
};
