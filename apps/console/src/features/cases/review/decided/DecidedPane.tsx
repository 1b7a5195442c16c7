import {
  changeSupportEntries,
  type CaseConsequence,
  type CaseDecisionOption,
  type CaseSummary,
} from '@redoubt/contracts';
import { CASE_BLOCK_ENTITIES } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { FactList, joinClasses } from '@redoubt/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { familyKey } from '../../../../api/read.ts';
import { useNow } from '../../../../shared/use-now.ts';
import styles from './decided.module.css';
import decisionStyles from '../../../../shared/cases/deciding/decision.module.css';
import { sentimentClass, SENTIMENT_ICONS } from '../../../../shared/cases/deciding/DecisionButton.tsx';

type BlockEntity = (typeof CASE_BLOCK_ENTITIES)[number];

/** How many values were blocked, as the step says it; null where it says something else. */
const blockedIn = (result: unknown): Readonly<Partial<Record<BlockEntity, number>>> | null => {
  if (typeof result !== 'object' || result === null) return null;
  const { blocked = {} } = result as { readonly blocked?: unknown };
  if (typeof blocked !== 'object' || blocked === null) return null;
  return Object.values(blocked).every((count) => typeof count === 'number') ? blocked : null;
};

/** How many values of each support list were set to Block; nothing before that. */
const Blocked = ({ result }: { readonly result: CaseConsequence['result'] }): ReactNode => {
  const text = useText('cases');
  const lists = useText('supportLists');
  const formats = useFormats();
  const blocked = blockedIn(result);
  if (blocked === null) return null;
  const entities = CASE_BLOCK_ENTITIES.filter((entity) => (blocked[entity] ?? 0) > 0);
  if (entities.length === 0) return <span className="quiet">{text('block.none')}</span>;
  const parts = entities.map(
    (entity) => `${lists(`event.entity.${entity}`)} (${formats.number(blocked[entity] ?? 0)})`,
  );
  return <span className="quiet">{formats.list(parts)}</span>;
};

const Sent = ({ consequence }: { readonly consequence: CaseConsequence }): ReactNode => {
  const { step, notBefore, sentAt, problem, result } = consequence;
  const text = useText('cases');
  const formats = useFormats();
  const nowMs = useNow(1000);
  const state =
    sentAt !== null
      ? text('sent.done', { at: formats.time(sentAt) })
      : problem !== null
        ? text('sent.failed', { problem })
        : Date.parse(notBefore) > nowMs
          ? text('sent.waits', { at: formats.time(notBefore) })
          : text('sent.running');
  return (
    <li className={styles.sent}>
      <b>{text(`sent.step.${step}`)}</b>
      <span className={problem === null ? 'muted' : 'reject-text'}>{state}</span>
      {step === 'block' ? (
        <Blocked result={result} />
      ) : result === null || result === undefined ? null : (
        <pre tabIndex={0} aria-label={text(`sent.step.${step}`)}>
          {JSON.stringify(result, null, 2)}
        </pre>
      )}
    </li>
  );
};

/** Reads support lists again once a block was sent, so that the page shows them as they are now. */
const useListsReadAgain = (environmentId: string, consequences: readonly CaseConsequence[]): void => {
  const client = useQueryClient();
  const sentAt = consequences.find(({ step }) => step === 'block')?.sentAt ?? null;
  const known = useRef(sentAt);
  useEffect(() => {
    if (sentAt === known.current) return;
    known.current = sentAt;
    void client.invalidateQueries({ queryKey: familyKey(changeSupportEntries, environmentId) });
  }, [client, environmentId, sentAt]);
};

/** What a case ended with: decision, reason, agent and time, and what of it was sent. */
export const DecidedPane = (props: {
  readonly of: CaseSummary;
  readonly decisions: readonly CaseDecisionOption[];
  readonly consequences: readonly CaseConsequence[];
}): ReactNode => {
  const { of, decisions, consequences } = props;
  const text = useText('cases');
  const formats = useFormats();
  const provided = useProvidedNames();
  useListsReadAgain(of.environmentId, consequences);
  const { decision, endedAt } = of;
  const sentiment = decisions.find(({ name }) => name === decision?.name)?.sentiment ?? null;
  const Icon = sentiment === null ? undefined : SENTIMENT_ICONS[sentiment];
  const facts = [
    ...(decision === null
      ? []
      : [
          [text('panel.reason'), provided.shown(decision.reason)] as const,
          [text('panel.by'), decision.source === 'TimeOut' ? text('state.TimedOut') : decision.by] as const,
        ]),
    ...(endedAt === null ? [] : [[text('panel.at'), formats.dateTime(endedAt)] as const]),
  ];
  return (
    <section className={decisionStyles.pane} aria-label={text('pane')}>
      <div className={decisionStyles.paneHead}>
        <h2>{text('pane')}</h2>
        <span className="soft">{text(`state.${of.state}`)}</span>
      </div>
      {decision === null ? null : (
        <p className={joinClasses(styles.verdict, sentimentClass(sentiment))}>
          {Icon ? <Icon fontSize={20} aria-hidden /> : null}
          {provided.shown(decision.name)}
        </p>
      )}
      <FactList facts={facts} className={styles.facts} />
      {consequences.length === 0 ? null : (
        <>
          <h3 className={styles.head}>{text('sent.title')}</h3>
          <ul className="plain-list">
            {consequences.map((each) => (
              <Sent key={each.step} consequence={each} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
};
