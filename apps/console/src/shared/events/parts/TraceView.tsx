import type { EventDetail } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { DecisionChip, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { noValues, useExplanation, type ValuesOf } from '../use-explanation.ts';
import { decidingClause, rulesRun, traceGroups } from '../trace.ts';
import { RuleTrace, type Light } from './RuleTrace.tsx';
import styles from './trace.module.css';

type TraceViewProps = {
  readonly detail: EventDetail;
  /** What expressions came to; reads of attributes alone where absent. */
  readonly valuesOf?: ValuesOf;
  readonly onLight: Light;
};

/** The way of the event through the rules, as it was at the time of decision. */
export const TraceView = ({ detail, valuesOf = noValues, onLight }: TraceViewProps): ReactNode => {
  const text = useText('events');
  const deciding = decidingClause(detail);
  const decision = deciding?.step.decision ?? null;
  const meta =
    detail.trace.length === 0
      ? undefined
      : text('trace.meta', { run: rulesRun(detail.trace), count: detail.trace.length });
  return (
    <Section title={text('trace.title')} meta={meta}>
      {detail.trace.length === 0 ? <p className="quiet">{text('trace.none')}</p> : null}
      {traceGroups(detail.trace).map((group, at) => (
        <div key={at} className="bleed-4">
          <div className={styles.groupHead}>
            <b>{group.environmentName}</b>
            <span>
              {group.environmentId === detail.environmentId
                ? text('trace.own', { count: group.rules.length })
                : text('trace.inherited', { count: group.rules.length })}
            </span>
          </div>
          <RuleTrace
            rules={group.rules}
            deciding={deciding}
            outcome={decision === null ? null : <DecisionChip decision={decision} />}
            valuesOf={valuesOf}
            onLight={onLight}
          />
        </div>
      ))}
    </Section>
  );
};

/** The same with the values of velocities, lists, calls and functions, once they are there. */
export const ExplainedTrace = (props: Omit<TraceViewProps, 'valuesOf'>): ReactNode => (
  <TraceView {...props} valuesOf={useExplanation(props.detail)} />
);
