import type { LinkingAttribute } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import type { EventRef } from '../events/events.queries.ts';
import styles from './links.module.css';
import { linkSummaryQuery, type LinkChoice } from './links.queries.ts';

const RANGES = [1, 7, 30, 90, 365] as const;

/** By which values links are looked for, and how far around the event; each value says how many events have it. */
export const LinkFilter = (props: {
  readonly event: EventRef;
  readonly choice: LinkChoice;
  readonly nameOf: (attribute: LinkingAttribute) => string;
  readonly onChoice: (choice: LinkChoice) => void;
}): ReactNode => {
  const { event, choice, nameOf, onChoice } = props;
  const say = useText('casework');
  const formats = useFormats();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const { data } = useQuery(linkSummaryQuery(call, environmentId, event, choice.days));
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
      {data?.attributes.map(({ attribute, values, events }) => (
        <label key={attribute} title={values.join(', ')}>
          <input type="checkbox" checked={choice.attributes.includes(attribute)} onChange={() => toggle(attribute)} />
          {nameOf(attribute)} <span className="soft">{formats.number(events)}</span>
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
