import type { Evaluation, RuleText } from '@redoubt/contracts';
import type { RuleType } from '@redoubt/domain';
import { useFormats, useText, type TextKey } from '@redoubt/i18n';
import { DataCredit, DecisionChip, joinClasses } from '@redoubt/ui';
import { Fragment, type ReactNode } from 'react';
import { ActionFacts } from './ActionFacts.tsx';
import type { PartId } from '../../../shared/authoring/text/rule-text.ts';
import { shortValue } from '../../../shared/authoring/evaluation/chips.ts';
import { EvaluationFrame } from '../../../shared/authoring/evaluation/EvaluationFrame.tsx';
import styles from '../../../shared/authoring/evaluation/evaluation.module.css';
import { StepTable } from './StepTable.tsx';
import type { LiveEvaluation } from '../../../shared/authoring/evaluation/use-evaluation.ts';
import { useClauseText } from '../../../shared/authoring/text/shown-clause.ts';

type Result = NonNullable<Evaluation['result']>;

export type EvaluationPaneProps = {
  readonly evaluation: LiveEvaluation;
  readonly text: RuleText;
  /** Why nothing can be evaluated now, in words; null where it can. */
  readonly blocked: string | null;
  /** What a rule routes or decides. */
  readonly type: RuleType;
  /** Where the user chooses the decision an action finds; null for rules that decide. */
  readonly assumed: ReactNode;
  readonly onGoTo: (part: PartId, offset?: number) => void;
};

/** What the rule says about the sample, after every change. */
export const EvaluationPane = (props: EvaluationPaneProps) => {
  const { evaluation, text: ruleText, type, blocked, assumed, onGoTo } = props;
  const text = useText('rules');
  const formats = useFormats();
  const result = evaluation.result?.result ?? null;
  return (
    <EvaluationFrame
      title={text('evaluation.title')}
      evaluation={evaluation}
      elapsedUs={result?.elapsedUs}
      blocked={blocked}
      above={assumed}
    >
      {result === null ? null : (
        <div aria-live="polite" className={styles.live}>
          {!result.conditionMet ? (
            <p className="pt-1 pb-2">{text(NOT_RUN[type])}</p>
          ) : type === 'routing' ? (
            <RoutingFacts result={result} />
          ) : result.action === null ? (
            <DecisionFacts result={result} />
          ) : (
            <ActionFacts action={result.action} />
          )}
        </div>
      )}
      {result === null || result.data.length === 0 ? null : (
        <p className={styles.muted}>
          {text('evaluation.data', { version: formats.list(result.data) })} <DataCredit versions={result.data} />
        </p>
      )}
      {result === null ? null : <StepTable result={result} text={ruleText} onGoTo={onGoTo} />}
    </EvaluationFrame>
  );
};

/** Why a rule did not run, by its type. */
const NOT_RUN = {
  decision: 'evaluation.conditionFalse',
  action: 'evaluation.actionConditionFalse',
  routing: 'routing.conditionFalse',
} as const satisfies Record<RuleType, TextKey<'rules'>>;

/** Which queue a rule sends the case of the sample to, and the clause that does. */
const RoutingFacts = ({ result: { queue, steps } }: { readonly result: Result }) => {
  const text = useText('rules');
  const clauseText = useClauseText();
  const clause = steps.findLast(({ outcome }) => outcome === 'fired');
  if (queue === null) return <p className="pt-1 pb-2">{text('routing.noQueue')}</p>;
  return (
    <dl className={styles.facts}>
      <dt>{text('routing.queue')}</dt>
      <dd>
        <b>{queue}</b>
        {clause ? <span className={styles.muted}> {clauseText(clause.name)}</span> : null}
      </dd>
    </dl>
  );
};

/** What a rule decided about the sample, and why. */
const DecisionFacts = ({ result }: { readonly result: Result }) => {
  const text = useText('rules');
  const clauseText = useClauseText();
  const outputs = Object.values(result.outputs).flatMap((pairs) => Object.entries(pairs));
  return (
    <dl className={styles.facts}>
      <dt>{text('evaluation.decision')}</dt>
      <dd>
        <DecisionChip decision={result.decision} />
        {result.clauseName === null ? null : <span className={styles.muted}>{clauseText(result.clauseName)}</span>}
      </dd>
      {result.clauseId === null ? (
        <dd className={styles.wide}>{text('evaluation.noClauseHit')}</dd>
      ) : (
        <>
          <Fact name={text('evaluation.reason')} value={result.reason} mono />
          <Fact name={text('evaluation.support')} value={result.supportMessage} />
          {result.challengeType === null ? null : (
            <Fact name={text('evaluation.challengeType')} value={result.challengeType} mono />
          )}
        </>
      )}
      {outputs.map(([key, value], index) => (
        <Fragment key={key}>
          <dt>{index === 0 ? text('evaluation.output') : null}</dt>
          <dd className="mono fs-12">
            {key} = {shortValue(value)}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
};

const Fact = ({
  name,
  value,
  mono = false,
}: {
  readonly name: string;
  readonly value: string | null;
  readonly mono?: boolean;
}) => {
  const text = useText('rules');
  return (
    <>
      <dt>{name}</dt>
      <dd className={joinClasses(mono && 'mono fs-12', value === null && styles.muted)}>
        {value ?? text('evaluation.none')}
      </dd>
    </>
  );
};
