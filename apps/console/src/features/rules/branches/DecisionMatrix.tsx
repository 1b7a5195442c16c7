import { useFormats, useText } from '@redoubt/i18n';
import { DecisionChip, joinClasses, Section } from '@redoubt/ui';
import { useMoneyText } from '../backtests/use-money-text.ts';
import { ComparisonTable } from './ComparisonTable.tsx';
import styles from './branches.module.css';
import { decisionsIn, type Cell } from './comparison.ts';

export type DecisionMatrixProps = { readonly cells: readonly Cell[]; readonly events: number };

/** Production's decisions against those of the branch, with what the events were worth. */
export const DecisionMatrix = ({ cells, events }: DecisionMatrixProps) => {
  const text = useText('branches');
  const formats = useFormats();
  const money = useMoneyText();
  const decisions = decisionsIn(cells);
  return (
    <Section title={text('compare.matrix')} meta={text('compare.matrixNote')}>
      <ComparisonTable
        className={styles.matrix}
        head={
          <>
            <th scope="col">{text('compare.inProduction')}</th>
            {decisions.map((decision) => (
              <th key={decision} scope="col" className={styles.number}>
                <DecisionChip decision={decision} appearance="plain" />
              </th>
            ))}
          </>
        }
      >
        {decisions.map((production) => (
          <tr key={production}>
            <th scope="row">
              <DecisionChip decision={production} appearance="plain" />
            </th>
            {decisions.map((branch) => {
              const cell = cells.find((each) => each.production === production && each.branch === branch);
              return (
                <td key={branch} className={joinClasses(styles.number, production === branch && 'muted')}>
                  {cell ? (
                    <>
                      <b>{formats.number(cell.events)}</b> {formats.percent((cell.events / events) * 100, 1)}
                      {production !== branch && cell.amounts.length > 0 ? (
                        <div className="soft">{money(cell.amounts)}</div>
                      ) : null}
                    </>
                  ) : (
                    '–'
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </ComparisonTable>
    </Section>
  );
};
