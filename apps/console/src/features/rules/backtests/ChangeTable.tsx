import type { BacktestResult } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { DecisionChip } from '@redoubt/ui';
import styles from './backtests.module.css';
import type { Picked } from './picked.ts';
import { SampleTable } from './SampleTable.tsx';
import { useClauseText } from '../../../shared/authoring/text/shown-clause.ts';

export type ChangeTableProps = {
  readonly result: BacktestResult;
  readonly changed: number;
  readonly picked: Picked;
  readonly onPick: (picked: Picked) => void;
};

type Change = BacktestResult['changes'][number];

const idOf = ({ before, after }: Change): string => `${before} ${after}`;

/** Which decisions become which, and the events behind each, or behind the number of a clause that was chosen. */
export const ChangeTable = ({ result, changed, picked, onPick }: ChangeTableProps) => {
  const text = useText('backtests');
  const clauseText = useClauseText();
  const formats = useFormats();
  const { changes, clauses, events } = result;
  const clause = picked?.kind === 'clause' ? clauses[picked.index] : undefined;
  const shown = clause
    ? undefined
    : (changes.find((each) => picked?.kind === 'change' && idOf(each) === picked.id) ?? changes[0]);
  return (
    <div>
      <p className={styles.total}>
        {text('changed', { count: changed, share: formats.percent(events === 0 ? 0 : (changed / events) * 100, 2) })}
      </p>
      <div className="row-wrap pb-2" role="group" aria-label={text('pairs')}>
        {changes.map((change) => (
          <button
            key={idOf(change)}
            type="button"
            className={styles.pair}
            aria-pressed={change === shown}
            onClick={() => onPick({ kind: 'change', id: idOf(change) })}
          >
            <DecisionChip decision={change.before} appearance="plain" />
            <span aria-hidden="true">→</span>
            <DecisionChip decision={change.after} appearance="plain" />
            <b>{formats.number(change.events)}</b>
          </button>
        ))}
      </div>
      {shown ? <SampleTable samples={shown.samples} /> : null}
      {clause && picked?.kind === 'clause' ? (
        <>
          <h3 className="quiet-small pb-1">
            {clauseText(clause.name)} · {text(`clause.${picked.cell}`)}
          </h3>
          <SampleTable samples={clause.samples?.[picked.cell] ?? []} showsDecision />
        </>
      ) : null}
    </div>
  );
};
