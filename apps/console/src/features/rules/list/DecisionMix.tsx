import type { RuleSummary } from '@redoubt/contracts';
import { DECISIONS, type Decision } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { decisionTone, toneFill } from '@redoubt/ui';
import styles from './list.module.css';

export type DecisionMixProps = { readonly decisions: RuleSummary['decisions24h'] };

/** Shares of the decisions a rule made in the last day, as one bar whose numbers are said and shown when pointed at. */
export const DecisionMix = ({ decisions }: DecisionMixProps) => {
  const text = useText('rules');
  const common = useText('common');
  const formats = useFormats();
  const parts = DECISIONS.flatMap((decision) => {
    const count = decisions[decision] ?? 0;
    return count > 0 ? [{ decision, count }] : [];
  });
  if (parts.length === 0) return <span className={styles.muted}>–</span>;
  const said = ({ decision, count }: { readonly decision: Decision; readonly count: number }) =>
    text('list.mixPart', { decision: common(`decision.${decision}`), count: formats.number(count) });
  const label = text('list.mix', { decisions: formats.list(parts.map(said)) });
  return (
    <span className={styles.mix} role="img" aria-label={label} title={label}>
      {parts.map(({ decision, count }) => (
        <span key={decision} style={{ flexGrow: count, background: toneFill(decisionTone(decision)) }} />
      ))}
    </span>
  );
};
