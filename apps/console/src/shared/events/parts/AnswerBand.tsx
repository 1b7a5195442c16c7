import type { EventDetail } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { DecisionChip, FraudLabelChip, IdText, Link } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useEnvironment } from '../../../app/console-context.tsx';
import { editorHref } from '../../rules/links.ts';
import { useRelatedText } from './use-related-text.ts';
import styles from './answer.module.css';
import { ExplainedReasons } from '../DecisionReasons.tsx';

const Cell = ({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode => (
  <section className={styles.cell} aria-label={title}>
    <h2 className="soft lh-20 regular">{title}</h2>
    {children}
  </section>
);

/** The answer first: what was decided, why, and what became of it. */
export const AnswerBand = ({ detail }: { readonly detail: EventDetail }): ReactNode => {
  const text = useText('events');
  const provided = useProvidedNames();
  const formats = useFormats();
  const sayRelated = useRelatedText();
  const { id: environmentId } = useEnvironment();
  const { rule } = detail;
  const chargebacks = detail.related.filter((event) => event.kind === 'chargeback');
  const nothing = detail.status === null && chargebacks.length === 0 && detail.fraudLabel === 'None';
  return (
    <div className={styles.band}>
      <Cell title={text('answer.decision')}>
        <div className={styles.decision}>
          <DecisionChip decision={detail.decision} appearance="large" />
          {detail.reason === null ? null : (
            <code className={styles.reason} title={detail.reason}>
              {detail.reason}
            </code>
          )}
        </div>
        {detail.clause === null ? null : (
          <p className={styles.line}>
            <b>{provided.clause(rule?.name ?? null, detail.clause)}</b>
          </p>
        )}
        <p className={styles.line}>
          {rule === null ? (
            text('answer.noRule')
          ) : (
            <Link
              className={styles.rule}
              href={editorHref(
                { assessment: detail.assessment ?? detail.eventType, id: rule.id },
                rule.environmentId === environmentId ? undefined : rule.environmentId,
              )}
            >
              {text('answer.rule', { name: provided.shown(rule.name), version: rule.version })}
            </Link>
          )}
        </p>
        {detail.supportMessage ? (
          <p className={styles.line}>{text('answer.support', { message: detail.supportMessage })}</p>
        ) : null}
        {detail.challengeType ? (
          <p className={styles.line}>{text('answer.challenge', { type: detail.challengeType })}</p>
        ) : null}
      </Cell>
      <Cell title={text('answer.why')}>
        <ExplainedReasons detail={detail} />
      </Cell>
      <Cell title={text('answer.since')}>
        {nothing ? <p className={styles.line}>{text('answer.nothingSince')}</p> : null}
        {detail.fraudLabel === 'None' ? null : (
          <p className={styles.line}>
            <FraudLabelChip label={detail.fraudLabel} appearance="plain" />
          </p>
        )}
        {detail.status === null ? null : (
          <p className={styles.line}>{text('answer.status', { status: detail.status })}</p>
        )}
        {chargebacks.slice(0, 2).map((event) => (
          <p key={event.id} className={styles.line}>
            {sayRelated(event)}
          </p>
        ))}
      </Cell>
      <Cell title={text('answer.facts')}>
        <dl className={styles.facts}>
          <dt>{text('answer.score')}</dt>
          <dd>{detail.riskScore === null ? text('answer.noScore') : formats.number(detail.riskScore)}</dd>
          {detail.engineUs === null ? null : (
            <>
              <dt>{text('answer.engine')}</dt>
              <dd>{formats.milliseconds(detail.engineUs / 1000)}</dd>
            </>
          )}
          <dt>{text('answer.correlation')}</dt>
          <dd>
            <IdText id={detail.correlationId} length={10} name={text('answer.correlation')} />
          </dd>
        </dl>
      </Cell>
    </div>
  );
};
