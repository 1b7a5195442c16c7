import type { LinkCounts, LinkingAttribute, ResponseOf, getLinkSummary } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Loading, QueryState, Section, shortenMiddle, ShareBar, toneFill, type Share } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import type { EventRef } from '../events/events.queries.ts';
import styles from './link-summary.module.css';
import { LINK_DAYS, linkSummaryQuery, useAttributeName } from './links.queries.ts';

const VALUE_LENGTH = 22;

/** Attributes that say little about a link: they come last. */
const SHARED_BY_STRANGERS: ReadonlySet<LinkingAttribute> = new Set(['userName', 'cardNumberStart']);

/** What became of linked events, in words and as shares of them. */
const useOutcomes = () => {
  const say = useText('casework');
  const formats = useFormats();
  return {
    shares: ({ events, waiting, good, bad }: LinkCounts): readonly Share[] => [
      { id: 'waiting', name: say('summary.waiting'), value: waiting, fill: toneFill('review') },
      { id: 'bad', name: say('summary.bad'), value: bad, fill: toneFill('reject') },
      { id: 'good', name: say('summary.good'), value: good, fill: toneFill('approve') },
      { id: 'other', name: say('summary.other'), value: events - waiting - good - bad, fill: 'var(--line-3)' },
    ],
    amount: ({ amounts: [first, ...others] }: LinkCounts): string => {
      if (first === undefined) return '';
      const shown = formats.currency(first.amount, first.currency);
      return others.length === 0 ? shown : `${shown} +${formats.number(others.length)}`;
    },
    /** Share of the decided that turned out bad. */
    badShare: ({ good, bad }: LinkCounts): string | null =>
      good + bad === 0 ? null : formats.percent((100 * bad) / (good + bad), 0),
  };
};

type Found = ResponseOf<typeof getLinkSummary>;

const Shared = (props: {
  readonly each: Found['attributes'][number];
  readonly name: string;
  readonly onOpen: () => void;
}): ReactNode => {
  const { each, name, onOpen } = props;
  const say = useText('casework');
  const formats = useFormats();
  const { shares, amount } = useOutcomes();
  const [value = '', ...others] = each.values;
  return (
    <li>
      <button type="button" className={styles.row} title={each.values.join(', ')} onClick={onOpen}>
        <span className="stack min-w-0 lh-16">
          <span className="truncate">{name}</span>
          <span className="truncate mono-12 muted">
            {shortenMiddle(value, VALUE_LENGTH)}
            {others.length === 0 ? '' : ` +${formats.number(others.length)}`}
          </span>
        </span>
        <span className={styles.bar}>
          <ShareBar label={say('summary.shares')} shares={shares(each)} formatCount={formats.number} />
        </span>
        <b className={styles.count}>{say('links.count', { count: each.events })}</b>
        <span className="nowrap tabular text-right">{amount(each)}</span>
      </button>
    </li>
  );
};

const Totals = ({ all }: { readonly all: LinkCounts }): ReactNode => {
  const say = useText('casework');
  const formats = useFormats();
  const { shares, amount, badShare } = useOutcomes();
  const bad = badShare(all);
  return (
    <p className="flex wrap middle gap-x-3 m-0 pb-2 fs-12 quiet">
      {shares(all)
        .filter(({ value }) => value > 0)
        .map(({ id, name, value, fill }) => (
          <span key={id} className="inline-flex middle gap-1 nowrap">
            <span className={styles.swatch} style={{ background: fill }} aria-hidden />
            <b>{formats.number(value)}</b> {name}
          </span>
        ))}
      {bad === null ? null : <span>{say('summary.badShare', { share: bad })}</span>}
      <b className="push-end">{amount(all)}</b>
    </p>
  );
};

/** How many events share each value of one, what became of them and their amounts; each value opens its links. */
export const LinkSummary = (props: {
  readonly event: EventRef;
  readonly onOpen: (attribute: LinkingAttribute) => void;
  /** Opens all links. */
  readonly end: ReactNode;
}): ReactNode => {
  const { event, onOpen, end } = props;
  const say = useText('casework');
  const formats = useFormats();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(linkSummaryQuery(call, environmentId, event, LINK_DAYS));
  const attributes = query.data?.attributes ?? [];
  const nameOf = useAttributeName(attributes.map(({ attribute }) => attribute));
  const shared = attributes
    .filter(({ events }) => events > 0)
    .toSorted(
      (one, other) =>
        Number(SHARED_BY_STRANGERS.has(one.attribute)) - Number(SHARED_BY_STRANGERS.has(other.attribute)) ||
        other.events - one.events,
    );
  const alone = attributes.filter(({ events }) => events === 0).map(({ attribute }) => nameOf(attribute));
  return (
    <Section title={say('links.title')} meta={say('links.days', { count: LINK_DAYS })} end={end}>
      <QueryState query={query} compact loading={<Loading rows={5} rowHeight={40} />}>
        {({ all }) => (
          <>
            {all.events === 0 ? null : <Totals all={all} />}
            <ul className={styles.rows}>
              {shared.map((each) => (
                <Shared
                  key={each.attribute}
                  each={each}
                  name={nameOf(each.attribute)}
                  onOpen={() => onOpen(each.attribute)}
                />
              ))}
            </ul>
            {alone.length === 0 ? null : (
              <p className="soft">{say('summary.alone', { attributes: formats.list(alone) })}</p>
            )}
          </>
        )}
      </QueryState>
    </Section>
  );
};
