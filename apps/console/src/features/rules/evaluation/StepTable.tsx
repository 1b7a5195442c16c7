import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons';
import type { Evaluation, RuleText, TraceStep } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { decisionTone, IconButton, joinClasses } from '@redoubt/ui';
import { Fragment, useMemo, useState } from 'react';
import { CONDITION, type PartId } from '../../../shared/authoring/text/rule-text.ts';
import { readOf } from '../../../shared/authoring/evaluation/chips.ts';
import styles from '../../../shared/authoring/evaluation/evaluation.module.css';
import { ValueTree } from './ValueTree.tsx';
import { useClauseText } from '../../../shared/authoring/text/shown-clause.ts';

type Result = NonNullable<Evaluation['result']>;

export type StepTableProps = {
  readonly result: Result;
  readonly text: RuleText;
  readonly onGoTo: (part: PartId, offset?: number) => void;
};

/** Condition and clauses in the order they ran, each with its outcome and the values it went by. */
export const StepTable = ({ result, text: ruleText, onGoTo }: StepTableProps) => {
  const text = useText('rules');
  const [open, setOpen] = useState<ReadonlySet<PartId>>(new Set());
  const read = useMemo(
    () => new Map(result.steps.flatMap((step) => (step.values.length > 0 ? [[step.part, readOf(step)] as const] : []))),
    [result.steps],
  );
  const toggle = (part: PartId) =>
    setOpen((before) => new Set(before.has(part) ? [...before].filter((each) => each !== part) : [...before, part]));
  const clauseText = useClauseText();
  const nameOf = (step: TraceStep): string => {
    if (step.part === CONDITION) return text('editor.condition');
    const index = ruleText.clauses.findIndex(({ id }) => id === step.part);
    return index === -1
      ? clauseText(step.name)
      : `${index + 1} ${clauseText(ruleText.clauses[index]?.name ?? step.name)}`;
  };
  const whyNotReached = text(result.conditionMet ? 'evaluation.notReachedDecided' : 'evaluation.notReachedCondition');
  const went = (step: TraceStep): string => {
    if (step.outcome === 'notReached') return whyNotReached;
    if (step.error !== null) return step.error;
    return read.get(step.part) || text('evaluation.nothingRead');
  };
  return (
    <table className={styles.steps} aria-label={text('evaluation.steps')}>
      <colgroup>
        <col className={styles.colOpen} />
        <col className={styles.colPart} />
        <col className={styles.colOutcome} />
        <col />
      </colgroup>
      <tbody>
        {result.steps.map((step) => {
          const decides = result.clauseId === step.part;
          const name = nameOf(step);
          const isOpen = open.has(step.part);
          return (
            <Fragment key={step.part}>
              <tr
                className={joinClasses(decides && styles.decides, step.outcome === 'notReached' && styles.notReached)}
                data-tone={decides ? decisionTone(result.decision) : undefined}
              >
                <td className={styles.open}>
                  <IconButton
                    dense
                    icon={isOpen ? ChevronDownRegular : ChevronRightRegular}
                    iconSize={12}
                    label={text('evaluation.showValues', { part: name })}
                    aria-expanded={isOpen}
                    onClick={() => toggle(step.part)}
                  />
                </td>
                <th scope="row">
                  <button
                    type="button"
                    className="block max-w-full min-h-24 p-0 font-inherit fg-inherit bg-none border-0 overflow-hidden ellipsis pointer hover-underline"
                    onClick={() => onGoTo(step.part)}
                  >
                    {name}
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
              {isOpen ? (
                <tr className={styles.treeRow}>
                  <td colSpan={4}>
                    <ValueTree part={name} step={step} onShow={(offset) => onGoTo(step.part, offset)} />
                  </td>
                </tr>
              ) : null}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
};
