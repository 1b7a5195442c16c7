import type { LinkedEvent, LinkingAttribute } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, DecisionChip, ErrorState, Link, Loading, Section } from '@redoubt/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { hrefOf } from '../../routes/address.ts';
import type { EventRef } from '../events/events.queries.ts';
import { linksQuery, type LinkChoice } from './notes.queries.ts';
import styles from './links.module.css';

const FIRST_CHOICE: LinkChoice = {
  attributes: ['email', 'userId', 'deviceId', 'paymentInstrumentId'],
  match: 'any',
  days: 30,
};
const RANGES = [1, 7, 30, 90, 365] as const;

/** How cases among the links are chosen, and what is done with them. */
export type LinkChoosing = {
  readonly chosen: readonly LinkedEvent[];
  readonly onChoose: (chosen: readonly LinkedEvent[]) => void;
  readonly canChoose: (linked: LinkedEvent) => boolean;
  /** What stands above the cases; it is given all that are shown. */
  readonly bar: (all: readonly LinkedEvent[]) => ReactNode;
};

const isSame = (a: LinkedEvent, b: LinkedEvent): boolean =>
  a.eventId === b.eventId && a.eventType === b.eventType && a.environmentId === b.environmentId;

const ChooseCell = ({ linked, choosing }: { readonly linked: LinkedEvent; readonly choosing: LinkChoosing }) => {
  const say = useText('casework');
  const { chosen, onChoose, canChoose } = choosing;
  const isChosen = chosen.some((each) => isSame(each, linked));
  return (
    <td>
      <input
        type="checkbox"
        aria-label={say('links.select', { id: linked.eventId })}
        disabled={!canChoose(linked)}
        checked={isChosen}
        onChange={() => onChoose(isChosen ? chosen.filter((each) => !isSame(each, linked)) : [...chosen, linked])}
      />
    </td>
  );
};

const Row = (props: { readonly linked: LinkedEvent; readonly choosing: LinkChoosing | undefined }): ReactNode => {
  const { linked, choosing } = props;
  const say = useText('casework');
  const cases = useText('cases');
  const formats = useFormats();
  const { environmentId: envId, eventType, eventId, amount, currency } = linked;
  return (
    <tr>
      {choosing ? <ChooseCell linked={linked} choosing={choosing} /> : null}
      <td>
        <Link href={hrefOf('/search/:eventType/:envId/:id', { eventType, envId, id: eventId })}>{eventId}</Link>
      </td>
      <td>
        <time dateTime={linked.eventTime}>{formats.dateTime(linked.eventTime)}</time>
      </td>
      <td>
        <DecisionChip decision={linked.decision} />
      </td>
      <td className={styles.number}>{amount === null ? '' : formats.currency(amount, currency)}</td>
      <td className={styles.number}>{linked.riskScore ?? ''}</td>
      <td>{linked.by.map((attribute) => say(`attribute.${attribute}`)).join(', ')}</td>
      <td>{linked.case === null ? '' : <Chip>{cases(`state.${linked.case.state}`)}</Chip>}</td>
    </tr>
  );
};

const Found = (props: {
  readonly title: string;
  readonly event: EventRef;
  readonly choice: LinkChoice;
  readonly list: 'cases' | 'decided' | 'all';
  readonly choosing?: LinkChoosing | undefined;
}): ReactNode => {
  const { title, event, choice, list, choosing } = props;
  const say = useText('casework');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery({
    ...linksQuery(call, environmentId, event, choice, list),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const count = data?.events.length ?? 0;
  const none = choice.attributes.length === 0 ? say('links.choose') : say('links.none');
  return (
    <Section title={title} meta={data ? say(data.hasMore ? 'links.atLeast' : 'links.count', { count }) : undefined}>
      {query.isError ? <ErrorState error={query.error} compact onRetry={() => void query.refetch()} /> : null}
      {query.isLoading ? <Loading rows={3} /> : null}
      {choosing?.bar(data?.events ?? [])}
      {data && count > 0 ? (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                {choosing ? <td /> : null}
                <th scope="col">{say('column.event')}</th>
                <th scope="col">{say('column.time')}</th>
                <th scope="col">{say('column.decision')}</th>
                <th scope="col" className={styles.number}>
                  {say('column.amount')}
                </th>
                <th scope="col" className={styles.number}>
                  {say('column.score')}
                </th>
                <th scope="col">{say('column.by')}</th>
                <th scope="col">{say('column.case')}</th>
              </tr>
            </thead>
            <tbody>
              {data.events.map((linked) => (
                <Row
                  key={`${linked.environmentId} ${linked.eventType} ${linked.eventId}`}
                  linked={linked}
                  choosing={choosing}
                />
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {!query.isLoading && !query.isError && count === 0 ? <p className="soft">{none}</p> : null}
    </Section>
  );
};

type Asked = { readonly choice: LinkChoice; readonly onChoice: (choice: LinkChoice) => void };

const Choice = ({ event, choice, onChoice }: Asked & { readonly event: EventRef }): ReactNode => {
  const say = useText('casework');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const { data } = useQuery(linksQuery(call, environmentId, event, FIRST_CHOICE, 'all'));
  const toggle = (attribute: LinkingAttribute): void =>
    onChoice({
      ...choice,
      attributes: choice.attributes.includes(attribute)
        ? choice.attributes.filter((each) => each !== attribute)
        : [...choice.attributes, attribute],
    });
  return (
    <fieldset className={styles.choice}>
      <legend>{say('links.by')}</legend>
      {data?.values.map(({ attribute, values }) => (
        <label key={attribute} title={values.join(', ')}>
          <input type="checkbox" checked={choice.attributes.includes(attribute)} onChange={() => toggle(attribute)} />
          {say(`attribute.${attribute}`)}
        </label>
      ))}
      <label>
        {say('links.match')}
        <select
          value={choice.match}
          onChange={({ target }) => onChoice({ ...choice, match: target.value === 'all' ? 'all' : 'any' })}
        >
          <option value="any">{say('links.any')}</option>
          <option value="all">{say('links.all')}</option>
        </select>
      </label>
      <label>
        {say('links.range')}
        <select value={choice.days} onChange={({ target }) => onChoice({ ...choice, days: Number(target.value) })}>
          {RANGES.map((days) => (
            <option key={days} value={days}>
              {say('links.days', { count: days })}
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  );
};

/** Events that share chosen values with one: of a case apart by cases that wait and events that are decided. */
export const LinksPane = (props: {
  readonly event: EventRef;
  readonly ofCase: boolean;
  readonly choosing?: LinkChoosing;
}): ReactNode => {
  const { event, ofCase, choosing } = props;
  const say = useText('casework');
  const [choice, setChoice] = useState<LinkChoice>(FIRST_CHOICE);
  return (
    <>
      <Choice
        event={event}
        choice={choice}
        onChoice={(next) => {
          setChoice(next);
          choosing?.onChoose([]);
        }}
      />
      {ofCase ? (
        <>
          <Found title={say('links.cases')} event={event} choice={choice} list="cases" choosing={choosing} />
          <Found title={say('links.decided')} event={event} choice={choice} list="decided" />
        </>
      ) : (
        <Found title={say('links.title')} event={event} choice={choice} list="all" />
      )}
    </>
  );
};
