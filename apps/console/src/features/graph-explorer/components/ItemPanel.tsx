import { useFormats, useText } from '@redoubt/i18n';
import {
  DecisionChip,
  decisionFill,
  FactList,
  FraudLabelChip,
  Link,
  ShareBar,
  SidePanel,
  type Fact,
} from '@redoubt/ui';
import { DECISIONS, isDrawnGraphKind } from '@redoubt/domain';
import type { ReactNode } from 'react';
import { hrefOf } from '../../../routes/address.ts';
import type { GraphItem, GraphModel } from '../model/graph-model.ts';
import { inOrder } from '../model/graph-model.ts';
import type { GraphText } from '../use-graph-text.ts';
import styles from './graph.module.css';

const FRAUD = 'Fraud';
const MOST_EVENTS = 12;
const MOST_NEIGHBOURS = 12;

/** The item in hand: what is known of it, what it is linked with, and its newest events. */
export const ItemPanel = (props: {
  readonly item: GraphItem;
  readonly model: GraphModel;
  readonly say: GraphText;
  readonly actions: ReactNode;
  readonly onPick: (id: string) => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { item, model, say, onPick } = props;
  const text = useText('graphExplorer');
  const common = useText('common');
  const formats = useFormats();
  const linked = inOrder((model.neighbours.get(item.id) ?? []).flatMap((id) => model.byId.get(id) ?? []));
  const [newest, oldest] = [item.events[0], item.events.at(-1)];
  const accounts = linked.filter(({ kind }) => kind === 'userId');
  const ruleKinds = say.ruleKinds(item.kind);
  const facts: readonly Fact[] = [
    [text('panel.kind'), say.kind(item.kind)],
    ...(ruleKinds === '' ? [] : ([[text('panel.inRules'), <code key="rule">{ruleKinds}</code>]] as const)),
    ...(item.name === null ? [] : ([[text('panel.value'), item.value]] as const)),
    ...(item.isLabelled ? ([[text('panel.label'), text('panel.labelled')]] as const) : []),
    ...(oldest === undefined ? [] : ([[text('panel.first'), formats.dateTime(oldest.eventTime)]] as const)),
    ...(newest === undefined ? [] : ([[text('panel.last'), formats.dateTime(newest.eventTime)]] as const)),
    ...(accounts.length === 0
      ? []
      : ([
          [
            text('panel.accounts'),
            text('communities.share', {
              fraud: formats.number(accounts.reduce((sum, { fraudMembers }) => sum + fraudMembers, 0)),
              all: formats.number(accounts.reduce((sum, { members }) => sum + members.length, 0)),
            }),
          ],
        ] as const)),
  ];
  return (
    <SidePanel
      takeFocus={false}
      onClose={props.onClose}
      title={<span className="truncate">{say.value(item)}</span>}
      headEnd={item.fraud > 0 || item.isLabelled ? <FraudLabelChip label={FRAUD} /> : null}
      footer={props.actions}
    >
      <div className="stack-4">
        {item.isFollowed || item.isSeed || say.isCluster(item) ? null : isDrawnGraphKind(item.kind) ? (
          <p className="soft m-0">{text('panel.shownOnly')}</p>
        ) : (
          <p className="soft m-0">{text('panel.notFollowed')}</p>
        )}
        {item.isMasked ? <p className="soft m-0">{text('panel.masked')}</p> : null}
        <FactList facts={facts} />
        <div className="stack-2">
          <span>{say.note(item)}</span>
          <ShareBar
            label={text('panel.decisions')}
            shares={DECISIONS.map((decision) => ({
              id: decision,
              name: common(`decision.${decision}`),
              value: item.events.filter((event) => event.decision === decision).length,
              fill: decisionFill(decision),
            }))}
            formatCount={(count) => formats.number(count)}
          />
        </div>
        {linked.length === 0 ? null : (
          <section className="stack-2">
            <h3 className={styles.heading}>{text('panel.linked', { count: linked.length })}</h3>
            <ul className="plain-list stack">
              {linked.slice(0, MOST_NEIGHBOURS).map((each) => (
                <li key={each.id}>
                  <button type="button" className={styles.line} onClick={() => onPick(each.id)}>
                    <span className="truncate grow">{say.value(each)}</span>
                    <span className="soft">{say.kind(each.kind)}</span>
                    <span className={styles.count}>{formats.number(each.fraud)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {item.events.length === 0 ? null : (
          <section className="stack-2">
            <h3 className={styles.heading}>{text('panel.events')}</h3>
            <ul className="plain-list stack">
              {item.events.slice(0, MOST_EVENTS).map(({ eventType, environmentId: envId, eventId: id, ...event }) => (
                <li key={`${envId} ${eventType} ${id}`} className={styles.line}>
                  <Link href={hrefOf('/search/:eventType/:envId/:id', { eventType, envId, id })}>
                    {formats.dateTime(event.eventTime)}
                  </Link>
                  <span className="grow" />
                  {event.fraudLabel === FRAUD ? <FraudLabelChip label={FRAUD} appearance="plain" /> : null}
                  <DecisionChip decision={event.decision} appearance="plain" />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </SidePanel>
  );
};
