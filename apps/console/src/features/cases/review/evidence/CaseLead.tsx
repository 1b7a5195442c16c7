import type { CaseSummary, EventDetail } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { DecisionChip, Link } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useEnvironment } from '../../../../app/console-context.tsx';
import { ExplainedReasons } from '../../../../shared/events/DecisionReasons.tsx';
import { editorHref } from '../../../../shared/rules/links.ts';
import styles from '../review.module.css';

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
  const queue = detail.routing?.queue ?? of.queue;
  const routed = [
    of.routedRule === null
      ? text('lead.general', { queue })
      : text('lead.routed', { queue, by: provided.ruleClause(of.routedRule, of.routedClause) }),
    ...(queue === of.queue ? [] : [text('lead.moved', { queue })]),
  ].join('. ');
  const money = (value: number | null): string => (value === null ? '–' : formats.currency(value, of.currency));
  return (
    <section className={styles.lead} aria-label={events('answer.why')}>
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
      <p className="soft">{routed}</p>
      <dl className={styles.figures}>
        <Figure
          value={of.riskScore === null ? events('answer.noScore') : formats.number(of.riskScore)}
          title={events('answer.score')}
        />
        <Figure value={money(of.amount)} title={text('queue.column.amount')} />
        <Figure value={money(of.expectedLoss)} title={text('expectedLoss')} />
        {of.lastAgent === null || of.lastAgent === (of.lease?.agent ?? of.decision?.by) ? null : (
          <Figure value={of.lastAgent} title={text('queue.column.lastAgent')} />
        )}
      </dl>
      <ExplainedReasons detail={detail} />
    </section>
  );
};
