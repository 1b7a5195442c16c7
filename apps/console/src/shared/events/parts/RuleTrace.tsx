import { CheckmarkRegular, ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons';
import type { EventTraceRule, EventTraceStep } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { decisionTone, ToneChip, toneFill, type Tone } from '@redoubt/ui';
import { useState, type CSSProperties, type ReactNode } from 'react';
import type { Value } from '../terms.ts';
import type { ValuesOf } from '../use-explanation.ts';
import { pathKey, traceLines, type Deciding } from '../trace.ts';
import { Code } from '../Code.tsx';
import { ReadValue } from '../ReadValue.tsx';
import styles from './trace.module.css';

/** Marks facts by the paths of attributes. */
export type Light = (paths: ReadonlySet<string>) => void;
const NOTHING: ReadonlySet<string> = new Set();

const StepOutcome = ({ step, tone }: { readonly step: EventTraceStep; readonly tone: Tone }): ReactNode => {
  const text = useText('events');
  if (step.outcome === 'fired' && tone !== 'neutral')
    return <ToneChip tone={tone} text={text('outcome.fired')} appearance="plain" />;
  return (
    <span className={styles.outcome} data-outcome={step.outcome}>
      {text(`outcome.${step.outcome}`)}
    </span>
  );
};

const Step = (props: {
  readonly step: EventTraceStep;
  readonly rule: string;
  readonly number: number | undefined;
  readonly isDeciding: boolean;
  readonly tone: Tone | undefined;
  readonly values: readonly Value[];
  readonly onLight: Light;
}): ReactNode => {
  const { step, isDeciding, onLight } = props;
  const text = useText('events');
  const provided = useProvidedNames();
  const tone = isDeciding && props.tone ? props.tone : decisionTone(step.decision);
  const style = isDeciding
    ? ({
        '--tone-fill': toneFill(tone),
        '--tone-bg': `var(--${tone}-bg)`,
        '--tone-line': `var(--${tone}-line)`,
      } as CSSProperties)
    : {};
  return (
    <li
      className={styles.step}
      style={style}
      data-deciding={isDeciding || undefined}
      data-dim={step.outcome === 'notReached' || undefined}
      onPointerEnter={() => onLight(new Set(step.reads.map((read) => pathKey(read.path))))}
      onPointerLeave={() => onLight(NOTHING)}
    >
      <div className="flex middle between gap-3 min-h-24">
        <span className={isDeciding ? 'strong' : undefined}>
          {step.kind === 'condition'
            ? text('trace.condition')
            : `${props.number ?? ''} ${provided.clause(props.rule, step.name)}`}
        </span>
        <StepOutcome step={step} tone={tone} />
      </div>
      {step.outcome === 'notReached' && !isDeciding ? null : (
        <div className={styles.lines}>
          {traceLines(step, props.values).map((line, at) => (
            <div key={at} className={styles.line}>
              <span className="min-w-0">
                <Code pieces={line.pieces} />
              </span>
              <span className="inline-flex gap-1 flex-none">
                {line.reads.map((read) => (
                  <ReadValue key={read.path} read={read} marked={isDeciding} />
                ))}
                {line.facts.map(({ text: path, value }) => (
                  <ReadValue key={path} read={{ path, value, missing: false }} marked={isDeciding} />
                ))}
                {line.terms.map(({ text: term, holds }) => (
                  <span key={term} className={styles.held} data-holds={holds} title={term}>
                    {holds === true ? <CheckmarkRegular fontSize={12} aria-hidden /> : null}
                    {text(holds === null ? 'trace.notNeeded' : holds ? 'outcome.true' : 'outcome.false')}
                  </span>
                ))}
              </span>
            </div>
          ))}
        </div>
      )}
      {step.error === null ? null : <p className="problem-text">{step.error}</p>}
    </li>
  );
};

const Rule = (props: {
  readonly rule: EventTraceRule;
  readonly deciding: EventTraceStep | undefined;
  readonly tone: Tone | undefined;
  readonly outcome: ReactNode;
  readonly valuesOf: ValuesOf;
  readonly onLight: Light;
}): ReactNode => {
  const { rule, deciding } = props;
  const text = useText('events');
  const provided = useProvidedNames();
  const [open, setOpen] = useState(rule.outcome === 'decided' || rule.outcome === 'error');
  const Chevron = open ? ChevronDownRegular : ChevronRightRegular;
  let clause = 0;
  return (
    <li>
      <button
        type="button"
        className={styles.rule}
        aria-expanded={open}
        data-dim={rule.outcome === 'notReached' || undefined}
        onClick={() => setOpen(!open)}
      >
        <Chevron fontSize={12} aria-hidden />
        <span className={styles.order}>{rule.order}</span>
        <span className={deciding ? styles.ruleStrong : styles.ruleName}>{provided.shown(rule.ruleName)}</span>
        <span className="soft">v{rule.ruleVersion}</span>
        <span className="flex-none push-end muted">
          {deciding && props.outcome ? props.outcome : text(`ruleOutcome.${rule.outcome}`)}
        </span>
      </button>
      {open ? (
        <ol className={styles.steps}>
          {rule.steps.map((step, at) => {
            if (step.kind === 'clause') clause += 1;
            return (
              <Step
                key={at}
                step={step}
                rule={rule.ruleName}
                number={step.kind === 'clause' ? clause : undefined}
                isDeciding={step === deciding}
                tone={props.tone}
                values={props.valuesOf(rule, step)}
                onLight={props.onLight}
              />
            );
          })}
        </ol>
      ) : null}
    </li>
  );
};

/** Rules in the order they ran, each opening to its texts; the one whose clause counted is open. */
export const RuleTrace = (props: {
  readonly rules: readonly EventTraceRule[];
  readonly deciding: Deciding | undefined;
  /** Of the clause of `deciding`, where it is not that of its decision. */
  readonly tone?: Tone;
  /** Stands beside the rule of `deciding`: what that came to. */
  readonly outcome: ReactNode;
  /** What expressions came to. */
  readonly valuesOf: ValuesOf;
  readonly onLight: Light;
}): ReactNode => {
  const { deciding, outcome, valuesOf, onLight } = props;
  return (
    <ol className={styles.rules}>
      {props.rules.map((rule) => (
        <Rule
          key={rule.ruleId}
          rule={rule}
          deciding={deciding?.rule === rule ? deciding.step : undefined}
          tone={props.tone}
          outcome={outcome}
          valuesOf={valuesOf}
          onLight={onLight}
        />
      ))}
    </ol>
  );
};
