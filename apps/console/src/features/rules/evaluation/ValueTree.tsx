import type { TraceStep } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { joinClasses } from '@redoubt/ui';
import { shortValue } from '../../../shared/authoring/evaluation/chips.ts';
import styles from '../../../shared/authoring/evaluation/evaluation.module.css';
import { valueLines } from './value-lines.ts';

export type ValueTreeProps = {
  /** Name of the condition or clause. */
  readonly part: string;
  readonly step: TraceStep;
  /** Puts the cursor at an offset of the code. */
  readonly onShow: (offset: number) => void;
};

/** Every sub-expression of a part with the value it had, whether the run got there or not. */
export const ValueTree = ({ part, step, onShow }: ValueTreeProps) => {
  const text = useText('rules');
  const lines = valueLines(step.values);
  if (lines.length === 0) return <p className="soft py-1">{text('evaluation.noValues')}</p>;
  return (
    <>
      {step.outcome === 'notReached' ? <p className="soft py-1">{text('evaluation.wouldBe')}</p> : null}
      <ul className="plain-list" aria-label={text('evaluation.showValues', { part })}>
        {lines.map(({ from, to, text: code, value, error, depth }) => (
          <li key={`${from} ${to}`} className={styles.treeLine} data-depth={depth}>
            <button
              type="button"
              className={styles.treeCode}
              style={{ paddingInlineStart: `calc(${depth} * var(--s-3))` }}
              title={code}
              onClick={() => onShow(from)}
            >
              {code}
            </button>
            <span
              className={joinClasses(styles.treeValue, error !== null && styles.chipError)}
              title={error ?? (typeof value === 'string' ? value : JSON.stringify(value))}
            >
              {error ?? shortValue(value)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
};
