import { useText } from '@redoubt/i18n';
import { joinClasses } from '@redoubt/ui';
import { shortValue } from '../../../shared/authoring/evaluation/chips.ts';
import { EvaluationFrame } from '../../../shared/authoring/evaluation/EvaluationFrame.tsx';
import type { PartId } from '../../../shared/authoring/text/rule-text.ts';
import type { EditedVelocitySet } from '../text/edited-velocity-set.ts';
import styles from './sample.module.css';
import type { LiveSample } from './use-sample.ts';

export type SampleResultProps = {
  readonly evaluation: LiveSample;
  readonly text: EditedVelocitySet;
  readonly blocked: string | null;
  readonly onGoTo: (part: PartId) => void;
};

/** What the sample would add to each velocity, after every change. */
export const SampleResult = ({ evaluation, text: setText, blocked, onGoTo }: SampleResultProps) => {
  const text = useText('velocities');
  const result = evaluation.result?.result ?? null;
  const shown = result?.velocities.filter(({ id }) => setText.clauses.some((clause) => clause.id === id)) ?? [];
  return (
    <EvaluationFrame
      title={text('sample.adds')}
      evaluation={evaluation}
      elapsedUs={result?.elapsedUs}
      blocked={blocked}
    >
      {result === null ? null : (
        <div aria-live="polite">
          <table className={styles.adds}>
            <thead>
              <tr>
                <th scope="col">{text('column.name')}</th>
                <th scope="col">{text('column.adds')}</th>
                <th scope="col">{text('column.under')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((velocity) => (
                <tr key={velocity.id} className={joinClasses(velocity.outcome !== 'adds' && styles.nothing)}>
                  <th scope="row">
                    <button
                      type="button"
                      className="block max-w-full min-h-24 p-0 font-inherit fg-inherit bg-none border-0 overflow-hidden ellipsis pointer hover-underline"
                      onClick={() => onGoTo(velocity.id)}
                    >
                      {velocity.name === '' ? text('unnamed') : velocity.name}
                    </button>
                  </th>
                  {velocity.outcome === 'adds' ? (
                    <>
                      <td title={String(velocity.value)}>{shortValue(velocity.value)}</td>
                      <td title={velocity.key ?? ''}>{velocity.key}</td>
                    </>
                  ) : (
                    <td colSpan={2} className={styles.why} title={velocity.error ?? undefined}>
                      {text(`outcome.${velocity.outcome}`)}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </EvaluationFrame>
  );
};
