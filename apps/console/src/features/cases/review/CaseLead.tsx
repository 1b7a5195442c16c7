import type { CaseConsequence, CaseSummary, EventDetail } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { DecisionChip, Link, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useEnvironment } from '../../../app/console-context.tsx';
import { ExplainedReasons } from '../../../shared/events/DecisionReasons.tsx';
import { editorHref } from '../../../shared/rules/address.ts';
import styles from './review.module.css';

const Figure = ({ value, title }: { readonly value: ReactNode; readonly title: string }): ReactNode => (
  <div>
    <dt>{title}</dt>
    <dd>{value}</dd>
  </div>
);

/** Why the event is here, and its figures. */
export const CaseLead = ({ of, detail }: { readonly of: CaseSummary; readonly detail: EventDetail }): ReactNode => {
  const text = useText('cases');
  const events = useText('events');
  const provided = useProvidedNames();
  const formats = useFormats();
  const { id: environmentId } = useEnvironment();
  const { rule } = detail;
  const money = (value: number | null): string => (value === null ? '–' : formats.currency(value, of.currency));
  return (
    <section className={styles.lead} aria-label={events('answer.decision')}>
      <p className="row-wrap-middle">
        <DecisionChip decision={detail.decision} />
        {detail.clause === null ? null : <b>{provided.clause(rule?.name ?? null, detail.clause)}</b>}
        {rule === null ? null : (
          <Link
            className="muted"
            href={editorHref(
              { assessment: detail.assessment ?? detail.eventType, id: rule.id },
              rule.environmentId === environmentId ? undefined : rule.environmentId,
            )}
          >
            {events('answer.rule', { name: provided.shown(rule.name), version: rule.version })}
          </Link>
        )}
      </p>
      <dl className={styles.figures}>
        <Figure
          value={of.riskScore === null ? events('answer.noScore') : formats.number(of.riskScore)}
          title={events('answer.score')}
        />
        <Figure value={money(of.amount)} title={text('queue.column.amount')} />
        <Figure value={money(of.expectedLoss)} title={text('expectedLoss')} />
        {of.lastAgent === null || of.lease?.own ? null : (
          <Figure value={of.lastAgent} title={text('queue.column.lastAgent')} />
        )}
      </dl>
      <ExplainedReasons detail={detail} />
    </section>
  );
};

/** What a decision sent, or will send. */
export const SentPart = ({ consequences }: { readonly consequences: readonly CaseConsequence[] }): ReactNode => {
  const text = useText('cases');
  const formats = useFormats();
  if (consequences.length === 0) return null;
  return (
    <Section title={text('sent.title')}>
      <ul className="plain-list">
        {consequences.map(({ step, notBefore, sentAt, problem, result }) => (
          <li key={step} className={styles.sent}>
            <b>{text(`sent.step.${step}`)}</b>{' '}
            {sentAt !== null
              ? text('sent.done', { at: formats.time(sentAt) })
              : problem === null
                ? text('sent.waits', { at: formats.time(notBefore) })
                : text('sent.failed', { problem })}
            {result === null || result === undefined ? null : (
              <pre tabIndex={0} aria-label={text(`sent.step.${step}`)}>
                {JSON.stringify(result, null, 2)}
              </pre>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
};
