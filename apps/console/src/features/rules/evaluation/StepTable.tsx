import type { Evaluation, RuleText, TraceStep } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { decisionTone, joinClasses } from '@redoubt/ui';
import { CONDITION, type PartId } from '../text/rule-text.ts';
import { factsOf, plainName, shortValue } from './chips.ts';
import styles from './evaluation.module.css';

type Result = NonNullable<Evaluation['result']>;

export type StepTableProps = {
  readonly result: Result;
  readonly text: RuleText;
  readonly onGoTo: (part: PartId) => void;
};

/** Condition and clauses in the order they ran, each with its outcome and the values it went by. */
export const StepTable = ({ result, text: ruleText, onGoTo }: StepTableProps) => {
  const text = useText('rules');
  const nameOf = (step: TraceStep): string => {
    if (step.part === CONDITION) return text('editor.condition');
    const index = ruleText.clauses.findIndex(({ id }) => id === step.part);
    return index === -1 ? step.name : `${index + 1} ${ruleText.clauses[index]?.name ?? step.name}`;
  };
  const whyNotReached = text(result.conditionMet ? 'evaluation.notReachedDecided' : 'evaluation.notReachedCondition');
  const went = (step: TraceStep): string => {
    if (step.outcome === 'notReached') return whyNotReached;
    if (step.error !== null) return step.error;
    const facts = factsOf(step.values).filter(({ composed }) => !composed);
    const read = facts.map((fact) => `${plainName(fact.text)} ${shortValue(fact.value)}`);
    return read.length > 0 ? [...new Set(read)].join(', ') : text('evaluation.nothingRead');
  };
  return (
    <table className={styles.steps} aria-label={text('evaluation.steps')}>
      <colgroup>
        <col className={styles.colPart} />
        <col className={styles.colOutcome} />
        <col />
      </colgroup>
      <tbody>
        {result.steps.map((step) => {
          const decides = result.clauseId === step.part;
          return (
            <tr
              key={step.part}
              className={joinClasses(decides && styles.decides, step.outcome === 'notReached' && styles.notReached)}
              data-tone={decides ? decisionTone(result.decision) : undefined}
            >
              <th scope="row">
                <button type="button" className={styles.goTo} onClick={() => onGoTo(step.part)}>
                  {nameOf(step)}
                </button>
              </th>
              <td>
                <span className={joinClasses(styles.chip, step.outcome === 'error' && styles.chipError)}>
                  {text(`evaluation.step.${step.outcome}`)}
                </span>
              </td>
              <td className={styles.went} title={went(step)}>
                {went(step)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};
