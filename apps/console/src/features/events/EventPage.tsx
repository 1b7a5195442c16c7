import { BracesRegular, CopyRegular, PersonSearchRegular, SendRegular } from '@fluentui/react-icons';
import { isMasked } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import {
  asFailure,
  Chip,
  DecisionChip,
  FraudLabelChip,
  IdText,
  KeyHint,
  Loading,
  LoadingBlock,
  shortenMiddle,
  useCopy,
  useShortcut,
  type Command,
} from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { hrefOf, useGo, usePathParams } from '../../routes/address.ts';
import { useLinkCommand } from '../../shared/use-link-command.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { formatAddress, narrowedTo, parseAddress } from '../../shared/search/search-address.ts';
import { AnswerBand } from '../../shared/events/parts/AnswerBand.tsx';
import { FactsView } from '../../shared/events/parts/FactsView.tsx';
import { NotesPart } from '../../shared/casework/NotesPart.tsx';
import { CaseChip, CasePanel } from '../../shared/cases/CasePanel.tsx';
import { lazyPanel } from '../../routes/lazy-component.tsx';
import { JsonBar, JsonDrawer } from '../../shared/events/parts/json/JsonDrawer.tsx';
import { ActionsPart } from '../../shared/events/parts/ActionsPart.tsx';
import { CalledOutPart } from '../../shared/events/parts/CalledOutPart.tsx';
import { LookedUpPart } from '../../shared/events/parts/LookedUpPart.tsx';
import { ReplayPart } from '../../shared/events/parts/ReplayPart.tsx';
import { RoutingPart } from '../../shared/events/parts/RoutingPart.tsx';
import { SupportPart } from '../../shared/events/parts/SupportPart.tsx';
import { Timeline } from '../../shared/events/parts/Timeline.tsx';
import { ExplainedTrace } from '../../shared/events/parts/TraceView.tsx';
import { VelocityReads } from '../../shared/events/parts/velocities/VelocityReads.tsx';
import { factsOfRequest, valueAt } from '../../shared/events/event-facts.ts';
import styles from './event-page.module.css';
import { eventQuery } from '../../shared/events/events.queries.ts';
import { RevealProvider, useRevealedEvent } from '../../shared/events/reveal/use-revealed-event.ts';
import { pathsRead } from '../../shared/events/trace.ts';
import { asText, useEventTitle } from '../../shared/events/use-event-title.ts';
import { EVENT_VIEWS, type EventView } from './event-views.tsx';
import { GoneState } from '../../shared/GoneState.tsx';
import { useNeighbours } from './use-neighbours.ts';

const SendPanel = lazyPanel(async () => (await import('../../shared/cases/SendPanel.tsx')).SendPanel);

const GONE = ['EVENT-UNKNOWN', 'EVENT-ERASED'];

/** Everything about one event: the answer first, then the evidence, raw JSON one key away. */
export const EventPage = () => {
  const text = useText('events');
  const common = useText('common');
  const formats = useFormats();
  const titleOf = useEventTitle();
  const call = useCall();
  const go = useGo();
  const { id: environmentId } = useEnvironment();
  const { eventType, envId, id } = usePathParams('/search/:eventType/:envId/:id');
  const query = useQuery(eventQuery(call, environmentId, { eventType, eventEnvironmentId: envId, eventId: id }));
  const { shown: detail, reveal } = useRevealedEvent(query.data);
  const { position, total, previous, next, resultHref } = useNeighbours(envId, id);
  const [view, setView] = useState<EventView['id'] | null>(null);
  const say = useText('casework');
  const cases = useText('cases');
  const may = useMay();
  const [isJsonOpen, setJsonOpen] = useState(false);
  const [sendingId, setSendingId] = useState<string | null>(null);
  const [lit, setLit] = useState<ReadonlySet<string>>(new Set());
  const link = useLinkCommand();
  const ids = useCopy();
  const facts = useMemo(() => factsOfRequest(detail?.request, detail?.eventType), [detail]);
  const read = useMemo(() => (detail ? pathsRead(detail) : new Set<string>()), [detail]);

  const event = { eventType, eventEnvironmentId: envId, eventId: id };
  const views = EVENT_VIEWS.filter(({ permission }) => may(permission));
  const Pane = views.find(({ id: each }) => each === view)?.Pane;
  const toggleJson = (): void => setJsonOpen(!isJsonOpen);
  useShortcut('j', text('next'), () => next?.(), { active: next !== undefined });
  useShortcut('k', text('previous'), () => previous?.(), { active: previous !== undefined });
  useShortcut('J', text('json.title'), toggleJson, { active: detail !== undefined });
  useShortcut('Escape', text('back'), () => go(resultHref), { active: !isJsonOpen });

  if (query.isError) {
    const isErased = asFailure(query.error).code === 'EVENT-ERASED';
    return (
      <ConsolePage title={text('title.unknown')} crumb={shortenMiddle(id, 18)}>
        <GoneState
          query={query}
          codes={GONE}
          gone={{
            title: text(isErased ? 'gone.erased' : 'gone.unknown'),
            body: text(isErased ? 'gone.erasedBody' : 'gone.unknownBody'),
            action: { text: text('back'), href: resultHref },
          }}
        />
      </ConsolePage>
    );
  }
  if (!detail)
    return (
      <ConsolePage title={shortenMiddle(id, 24)} crumb={shortenMiddle(id, 18)} bleed fill awaits={['commands']}>
        <LoadingBlock height={118} />
        <div className="px-page">
          <Loading rows={16} rowHeight={26} />
        </div>
      </ConsolePage>
    );

  const title = titleOf(detail);
  const userId = asText(valueAt(detail.request, 'user.userId'));
  const sameCustomer = narrowedTo(parseAddress({ range: '30d' }), 'userId', userId ?? null);
  const commands: readonly Command[] = [
    { id: 'json', text: 'JSON', icon: BracesRegular, keys: 'J', pressed: isJsonOpen, onSelect: toggleJson },
    ...views.map(({ id: each, title, icon }) => ({
      id: each,
      text: say(title),
      icon,
      pressed: view === each,
      onSelect: () => setView(view === each ? null : each),
    })),
    ...(detail.case === 'possible' && may('caseReview:write')
      ? [{ id: 'send', text: cases('send.action'), icon: SendRegular, onSelect: () => setSendingId(detail.eventId) }]
      : []),
    ...(userId === undefined || isMasked(userId)
      ? []
      : [
          {
            id: 'customer',
            text: text('searchCustomer'),
            icon: PersonSearchRegular,
            href: hrefOf('/search', undefined, formatAddress(sameCustomer)),
          },
        ]),
    link,
    {
      id: 'ids',
      text: ids.copied ? common('action.copied') : text('copyIds'),
      icon: CopyRegular,
      onSelect: () =>
        void ids.copy(
          [
            `eventId: ${detail.eventId}`,
            `environmentId: ${detail.environmentId}`,
            `correlationId: ${detail.correlationId}`,
            `position: ${detail.position}`,
          ].join('\n'),
        ),
    },
  ];
  return (
    <ConsolePage
      title={title}
      crumb={shortenMiddle(detail.eventId, 18)}
      fill
      bleed
      strongFirst={false}
      commands={commands}
      commandsEnd={
        <>
          {text('event')} <IdText id={detail.eventId} length={18} name={text('event')} />
        </>
      }
      chips={
        <>
          <DecisionChip decision={detail.decision} />
          <CaseChip detail={detail} />
          {detail.fraudLabel === 'None' ? null : <FraudLabelChip label={detail.fraudLabel} />}
          {detail.status === null ? null : <Chip>{text('answer.status', { status: detail.status })}</Chip>}
          {detail.historical ? <Chip title={text('historicalAbout')}>{text('historical')}</Chip> : null}
          {detail.environmentId === environmentId ? null : (
            <Chip title={detail.environmentPath.join('/')}>
              {common('environment.from', { name: detail.environmentName })}
            </Chip>
          )}
        </>
      }
      aside={
        <>
          <span title={formats.utc(detail.eventTime)}>{formats.dateTime(detail.eventTime)}</span>
          {position === undefined ? null : (
            <span className={styles.position}>
              {total === undefined
                ? text('position', { position: formats.number(position) })
                : text('positionOf', { position: formats.number(position), total: formats.number(total) })}
              <button type="button" aria-label={text('previous')} disabled={!previous} onClick={previous}>
                <KeyHint keys="k" />
              </button>
              <button type="button" aria-label={text('next')} disabled={!next} onClick={next}>
                <KeyHint keys="j" />
              </button>
            </span>
          )}
        </>
      }
    >
      <div className="fill-column">
        <div className="stack grow min-h-0 overflow-auto">
          <AnswerBand detail={detail} />
          <div className={styles.columns}>
            {Pane === undefined ? (
              <>
                <div className={styles.column}>
                  <ExplainedTrace key={detail.eventId} detail={detail} onLight={setLit} />
                  <RoutingPart key={`routing ${detail.eventId}`} detail={detail} onLight={setLit} />
                  <VelocityReads detail={detail} />
                  <LookedUpPart facts={detail.lookedUp} />
                  <CalledOutPart calls={detail.calls} />
                  <ActionsPart actions={detail.actions} />
                  <ReplayPart event={event} />
                </div>
                <div className={styles.column}>
                  <RevealProvider value={reveal}>
                    <FactsView facts={facts} read={read} lit={lit} />
                  </RevealProvider>
                </div>
              </>
            ) : (
              <div className={styles.wide}>
                <Pane event={event} />
              </div>
            )}
            <div className={styles.column}>
              <CasePanel detail={detail} />
              <NotesPart event={event} />
              <SupportPart key={detail.eventId} detail={detail} />
              <Timeline detail={detail} footnote={text('timeline.repeated')} />
            </div>
          </div>
        </div>
        {sendingId === detail.eventId ? (
          <SendPanel key={sendingId} over events={[detail]} onClose={() => setSendingId(null)} />
        ) : null}
        {isJsonOpen ? (
          <JsonDrawer detail={detail} onClose={() => setJsonOpen(false)} />
        ) : (
          <JsonBar detail={detail} onOpen={() => setJsonOpen(true)} />
        )}
      </div>
    </ConsolePage>
  );
};
