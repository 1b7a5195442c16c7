import type { Experiment } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { Amount, DecisionChip, Section } from '@redoubt/ui';
import { ComparisonTable, CountHeads } from './ComparisonTable.tsx';
import styles from './branches.module.css';

type Pair = Experiment['pairs'][number];

/** Which rules and clauses decided on either side, where that is not the same, most events first. */
export const ClausePairs = ({ pairs }: { readonly pairs: readonly Pair[] }) => {
  const text = useText('branches');
  const formats = useFormats();
  const differing = pairs.filter(
    (pair) =>
      pair.production !== pair.branch ||
      pair.productionRule !== pair.branchRule ||
      pair.productionClause !== pair.branchClause,
  );
  if (differing.length === 0) return null;
  return (
    <Section title={text('compare.clauses')}>
      <ComparisonTable
        head={
          <>
            <th scope="col">{text('compare.inProduction')}</th>
            <th scope="col">{text('compare.inBranch')}</th>
            <CountHeads />
          </>
        }
      >
        {differing.map((pair) => (
          <tr key={JSON.stringify([pair.production, pair.branch, ...clausesOf(pair), pair.currency])}>
            <td>
              <Decided decision={pair.production} rule={pair.productionRule} clause={pair.productionClause} />
            </td>
            <td>
              <Decided decision={pair.branch} rule={pair.branchRule} clause={pair.branchClause} />
            </td>
            <td className={styles.number}>{formats.number(pair.events)}</td>
            <td className={styles.number}>
              <Amount value={pair.amount} currency={pair.currency} />
            </td>
          </tr>
        ))}
      </ComparisonTable>
    </Section>
  );
};

const clausesOf = ({ productionRule, productionClause, branchRule, branchClause }: Pair): readonly string[] => [
  productionRule,
  productionClause,
  branchRule,
  branchClause,
];

type DecidedProps = { readonly decision: Pair['production']; readonly rule: string; readonly clause: string };

/** A decision with what made it. */
export const Decided = ({ decision, rule, clause }: DecidedProps) => {
  const text = useText('branches');
  const provided = useProvidedNames();
  return (
    <span className="inline-flex wrap middle gap-x-2">
      <DecisionChip decision={decision} appearance="plain" />
      <span className="muted">{rule === '' ? text('compare.noRule') : provided.ruleClause(rule, clause)}</span>
    </span>
  );
};
