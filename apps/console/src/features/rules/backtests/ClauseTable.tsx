import type { BacktestResult } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import styles from './backtests.module.css';
import { CLAUSE_CELLS, type ClauseCell, type Picked } from './picked.ts';
import { Amounts } from './Amounts.tsx';
import { useClauseText } from '../../../shared/authoring/text/shown-clause.ts';

type Clause = BacktestResult['clauses'][number];

export type ClauseTableProps = {
  readonly clauses: readonly Clause[];
  readonly picked: Picked;
  readonly onPick: (picked: Picked) => void;
};

/** What each clause of the tried rule did, and what the decisions it changed are worth. */
export const ClauseTable = ({ clauses, picked, onPick }: ClauseTableProps) => {
  const text = useText('backtests');
  const formats = useFormats();
  const clauseText = useClauseText();
  return (
    <>
      <div className="overflow-x-auto">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text('clause.name')}</th>
              {CLAUSE_CELLS.map((cell) => (
                <th key={cell} scope="col" className={styles.number}>
                  {text(`clause.${cell}`)}
                </th>
              ))}
              {(['amount', 'fraud', 'genuine', 'rate'] as const).map((column) => (
                <th key={column} scope="col" className={styles.number}>
                  {text(`clause.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {clauses.map((clause, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- clauses may share a name and never move
              <tr key={`${index} ${clause.name}`}>
                <th scope="row" title={clauseText(clause.name)}>
                  {clauseText(clause.name)}
                </th>
                {CLAUSE_CELLS.map((cell) => (
                  <td key={cell} className={styles.number}>
                    <CellButton
                      clause={clause}
                      cell={cell}
                      isPicked={picked?.kind === 'clause' && picked.index === index && picked.cell === cell}
                      onPick={() => onPick({ kind: 'clause', index, cell })}
                    />
                  </td>
                ))}
                <td className={styles.amounts}>
                  <Amounts money={clause.changed.amounts} />
                </td>
                <td className={styles.number}>{formats.number(clause.changed.fraud)}</td>
                <td className={styles.number}>{formats.number(clause.changed.genuine)}</td>
                <td className={styles.number}>
                  {clause.fired.events === 0 ? '–' : formats.percent((clause.fired.fraud / clause.fired.events) * 100)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="soft py-1">{text('clause.hint')}</p>
    </>
  );
};

type CellButtonProps = {
  readonly clause: Clause;
  readonly cell: ClauseCell;
  readonly isPicked: boolean;
  readonly onPick: () => void;
};

/** A number that shows the events behind it; plain where there are none, or where they were not kept. */
const CellButton = ({ clause, cell, isPicked, onPick }: CellButtonProps) => {
  const text = useText('backtests');
  const formats = useFormats();
  const clauseText = useClauseText();
  const { events } = clause[cell];
  const shown = formats.number(events);
  if ((clause.samples?.[cell].length ?? 0) === 0) return shown;
  const name = text('clause.show', { cell: text(`clause.${cell}`), clause: clauseText(clause.name), count: events });
  return (
    <button type="button" className={styles.cell} aria-label={name} aria-pressed={isPicked} onClick={onPick}>
      {shown}
    </button>
  );
};
