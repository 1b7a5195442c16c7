import type { EventDetail } from '@redoubt/contracts';
import { NO_CLAUSE_HIT } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { decisionTone, toneFill } from '@redoubt/ui';
import type { CSSProperties, ReactNode } from 'react';
import { reasonsOf } from './rule-reasons.ts';
import { Values } from './terms.ts';
import { decidingClause, pathKey, type Read } from './trace.ts';
import { noValues, useExplanation, type ValuesOf } from './use-explanation.ts';
import { ReasonText } from './ReasonText.tsx';
import styles from './why.module.css';

type DecisionReasonsProps = {
  readonly detail: EventDetail;
  readonly most?: number;
  /** What expressions came to; reads of attributes alone where absent. */
  readonly valuesOf?: ValuesOf;
};

/** An approval that the control share gave in place of what rules decided. */
const PassedByControl = ({ control }: { readonly control: NonNullable<EventDetail['control']> }): ReactNode => {
  const text = useText('events');
  const formats = useFormats();
  const provided = useProvidedNames();
  const decisionNames = useText('common');
  const { probability, stopped } = control;
  if (stopped === null) return null;
  return (
    <p className={styles.none}>
      {text('why.control', {
        share: formats.percent(probability * 100),
        decision: decisionNames(`decision.${stopped.decision}`),
        rule: provided.shown(stopped.rule?.name ?? ''),
        clause: provided.clause(stopped.rule?.name ?? null, stopped.clause ?? ''),
      })}
    </p>
  );
};

/** Why the event got its decision, in words with the values that were read. */
export const DecisionReasons = ({ detail, most = 3, valuesOf = noValues }: DecisionReasonsProps): ReactNode => {
  const text = useText('events');
  if (detail.control?.stopped) return <PassedByControl control={detail.control} />;
  const deciding = decidingClause(detail);
  if (!deciding)
    return <p className={styles.none}>{text(detail.reason === NO_CLAUSE_HIT ? 'why.noClauseHit' : 'why.noRule')}</p>;
  const { rule, step } = deciding;
  const condition = rule.steps.find(({ kind }) => kind === 'condition');
  const codes = [step.code, ...rule.steps.map(({ code }) => code)];
  const reasons = [step, ...(condition ? [condition] : [])].flatMap((each) =>
    reasonsOf(each.code, new Values(valuesOf(rule, each)), codes),
  );
  if (reasons.length === 0) return <p className={styles.none}>{text('why.always')}</p>;

  const read = new Map<string, Read>(
    [...rule.steps.flatMap((each) => each.reads), ...step.reads].map((each) => [pathKey(each.path), each]),
  );
  const tone = { '--tone-fill': toneFill(decisionTone(detail.decision)) } as CSSProperties;
  return (
    <ol className={styles.list} style={tone}>
      {reasons.slice(0, most).map((reason, at) => (
        <li key={at}>
          <span className="anywhere">
            <ReasonText reason={reason} read={read} />
          </span>
        </li>
      ))}
      {reasons.length > most ? (
        <li className={styles.more}>{text('why.more', { count: reasons.length - most })}</li>
      ) : null}
    </ol>
  );
};

/** The same with the values of velocities, lists, calls and functions, once they are there. */
export const ExplainedReasons = (props: Omit<DecisionReasonsProps, 'valuesOf'>): ReactNode => (
  <DecisionReasons {...props} valuesOf={useExplanation(props.detail)} />
);
