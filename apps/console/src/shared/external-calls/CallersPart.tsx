import type { CallCaller, CallMetricsAnswer } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, FactList, Section } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useEnvironment } from '../../app/console-context.tsx';
import { TextLink } from '../resources/TextLink.tsx';
import { FailedCall } from './FailedCall.tsx';
import styles from './external-calls.module.css';
import { useOutcomeText } from './use-outcome-text.ts';

type Failure = CallCaller['failures'][number];

/** A rule of this environment leads to its editor; another one is only named. */
const CallerName = ({ rule, clause, isCondition }: Pick<CallCaller, 'rule' | 'clause' | 'isCondition'>): ReactNode => {
  const text = useText('externalCalls');
  const { id: environmentId } = useEnvironment();
  if (rule === null) return text('callers.unknown');
  if (rule.name === '') return text('callers.gone');
  const { id, name, assessment } = rule;
  const part = isCondition ? text('callers.condition') : clause;
  return (
    <>
      <TextLink kind="rule" id={id} name={name} assessment={rule.environmentId === environmentId ? assessment : null} />
      {part === '' ? null : <span className="soft"> · {part}</span>}
    </>
  );
};

const FailureRow = ({ failure, called }: { readonly failure: Failure; readonly called: string }): ReactNode => {
  const text = useText('externalCalls');
  const formats = useFormats();
  const outcome = useOutcomeText()(failure.outcome);
  const [open, setOpen] = useState(false);
  const { newest, calls } = failure;
  return (
    <li>
      <div className="row-middle between">
        <span>{outcome}</span>
        <b>{formats.number(calls)}</b>
      </div>
      {newest === null ? null : (
        <CommandButton
          command={{
            id: 'newest',
            text: text(open ? 'callers.hide' : 'callers.newest', { outcome }),
            pressed: open,
            onSelect: () => setOpen(!open),
          }}
        />
      )}
      {open && newest !== null ? <FailedCall event={newest} called={called} /> : null}
    </li>
  );
};

const Caller = ({
  caller,
  called,
  budgetMs,
}: {
  readonly caller: CallCaller;
  readonly called: string;
  readonly budgetMs: number;
}): ReactNode => {
  const text = useText('externalCalls');
  const formats = useFormats();
  const { calls, success, averageMs, p95Ms } = caller.figures;
  const share = (ms: number | null): string =>
    ms === null
      ? '–'
      : text('callers.ofBudget', { time: formats.milliseconds(ms), share: formats.percent((100 * ms) / budgetMs) });
  return (
    <div className={styles.caller}>
      <h3>
        <CallerName {...caller} />
      </h3>
      <FactList
        facts={[
          [text('callers.calls'), formats.number(calls)],
          [text('figure.success'), success === null ? '–' : formats.percent(success * 100)],
          [text('figure.average'), share(averageMs)],
          ['p95', `${p95Ms === null ? '' : '≤ '}${share(p95Ms)}`],
          [text('callers.lost'), formats.milliseconds(caller.lostMs)],
        ]}
      />
      {caller.failures.length === 0 ? null : (
        <ul className="plain-list">
          {caller.failures.map((failure) => (
            <FailureRow key={failure.outcome} failure={failure} called={called} />
          ))}
        </ul>
      )}
    </div>
  );
};

/** Which rules and clauses called, how that went, and what they waited for in vain. */
export const CallersPart = ({
  metrics: { callers, budgetMs, name },
}: {
  readonly metrics: Pick<CallMetricsAnswer, 'callers' | 'budgetMs' | 'name'>;
}): ReactNode => {
  const text = useText('externalCalls');
  const formats = useFormats();
  if (callers.length === 0) return null;
  return (
    <Section title={text('callers.title')}>
      <p className="soft">{text('callers.budget', { time: formats.milliseconds(budgetMs) })}</p>
      {callers.map((caller) => (
        <Caller
          key={`${caller.rule?.id ?? ''} ${caller.clause} ${caller.isCondition}`}
          caller={caller}
          called={name}
          budgetMs={budgetMs}
        />
      ))}
    </Section>
  );
};
