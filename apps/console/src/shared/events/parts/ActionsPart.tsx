import type { EventAction } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Section, ToneChip } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { OneCall } from './CalledOutPart.tsx';
import styles from './called-out.module.css';

const Written = ({ title, value }: { readonly title: string; readonly value: Readonly<Record<string, unknown>> }) =>
  Object.keys(value).length === 0 ? null : (
    <div>
      <span className="muted">{title}</span>
      <pre tabIndex={0} aria-label={title}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </div>
  );

const TONES = {
  ran: 'approve',
  error: 'reject',
  late: 'review',
  nothing: 'neutral',
  conditionFalse: 'neutral',
} as const;

const OneAction = ({ action }: { readonly action: EventAction }): ReactNode => {
  const text = useText('events');
  const { actionName, actionVersion, environmentName, order, outcome, steps } = action;
  const errors = steps.flatMap(({ name, error }) => (error === null ? [] : [`${name}: ${error}`]));
  return (
    <li className={styles.call}>
      <h3>
        {order} {actionName} <span className="muted">v{actionVersion}</span>
      </h3>
      <div className="row-middle">
        <ToneChip tone={TONES[outcome]} appearance="plain" text={text(`actions.outcome.${outcome}`)} />
        <span className="muted">{environmentName}</span>
      </div>
      {outcome === 'late' ? <p className="muted">{text('actions.lateNote')}</p> : null}
      {errors.map((error) => (
        <p key={error} className="muted">
          {error}
        </p>
      ))}
      <Written title={text('actions.adds')} value={action.response} />
      <Written title={text('actions.sets')} value={action.variables} />
      {action.calls.map((made) => (
        <OneCall key={`${made.name} ${JSON.stringify(made.arguments)}`} made={made} />
      ))}
    </li>
  );
};

/** What ran when the event was decided, and what it did; nothing where no action is active. */
export const ActionsPart = ({ actions }: { readonly actions: readonly EventAction[] }): ReactNode => {
  const text = useText('events');
  return actions.length === 0 ? null : (
    <Section title={text('actions.title')}>
      <ol className="plain-list">
        {actions.map((action) => (
          <OneAction key={`${action.environmentId} ${action.actionId}`} action={action} />
        ))}
      </ol>
    </Section>
  );
};
