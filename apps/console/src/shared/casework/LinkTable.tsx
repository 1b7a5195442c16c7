import type { LinkedEvent } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ErrorState, Loading, Section, type GridColumn } from '@redoubt/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import type { EventRef } from '../events/events.queries.ts';
import styles from './links.module.css';
import { linksQuery, type LinkChoice, type LinkList } from './links.queries.ts';

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

/** One list of events that share the chosen values, with what can be done about it. */
export const LinkTable = (props: {
  readonly title: string;
  readonly event: EventRef;
  readonly choice: LinkChoice;
  readonly list: LinkList;
  readonly columns: readonly GridColumn<LinkedEvent>[];
  readonly choosing?: LinkChoosing | undefined;
}): ReactNode => {
  const { title, event, choice, list, columns, choosing } = props;
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
        <div className="overflow-x-auto">
          <table className={styles.table}>
            <thead>
              <tr>
                {choosing ? <td /> : null}
                {columns.map(({ id, header, align }) => (
                  <th key={id} scope="col" data-align={align}>
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.events.map((linked) => (
                <tr
                  key={`${linked.environmentId} ${linked.eventType} ${linked.eventId}`}
                  data-chosen={choosing?.chosen.some((each) => isSame(each, linked)) || undefined}
                >
                  {choosing ? <ChooseCell linked={linked} choosing={choosing} /> : null}
                  {columns.map(({ id, align, cell }) => (
                    <td key={id} data-align={align}>
                      {cell(linked)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {!query.isLoading && !query.isError && count === 0 ? <p className="soft">{none}</p> : null}
    </Section>
  );
};
