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

const Row = ({ linked }: { readonly linked: LinkedEvent }): ReactNode => {
  const say = useText('casework');
  const cases = useText('cases');
  const formats = useFormats();
  const { environmentId: envId, eventType, eventId, amount, currency } = linked;
  return (
    <tr>
      <td>
        <Link href={hrefOf('/search/:eventType/:envId/:id', { eventType, envId, id: eventId })}>{eventId}</Link>
      </td>
      <td>
        <time dateTime={linked.eventTime}>{formats.dateTime(linked.eventTime)}</time>
      </td>
      <td>
        <DecisionChip decision={linked.decision} />
      </td>
      <td className={styles.number}>{amount === null ? '' : `${formats.number(amount)} ${currency ?? ''}`}</td>
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
}): ReactNode => {
  const { title, event, choice, list } = props;
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
      {data && count > 0 ? (
        <table className={styles.table}>
          <thead>
            <tr>
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
              <Row key={`${linked.environmentId} ${linked.eventType} ${linked.eventId}`} linked={linked} />
            ))}
          </tbody>
        </table>
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
export const LinksPane = ({ event, ofCase }: { readonly event: EventRef; readonly ofCase: boolean }): ReactNode => {
  const say = useText('casework');
  const [choice, setChoice] = useState<LinkChoice>(FIRST_CHOICE);
  return (
    <>
      <Choice event={event} choice={choice} onChoice={setChoice} />
      {ofCase ? (
        <>
          <Found title={say('links.cases')} event={event} choice={choice} list="cases" />
          <Found title={say('links.decided')} event={event} choice={choice} list="decided" />
        </>
      ) : (
        <Found title={say('links.title')} event={event} choice={choice} list="all" />
      )}
    </>
  );
};
