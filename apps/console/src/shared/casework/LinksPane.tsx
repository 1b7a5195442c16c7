import { ArrowDownloadRegular, ColumnTripleRegular } from '@fluentui/react-icons';
import type { LinkedEvent, LinkingAttribute } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { chosenColumns, ColumnPanel, CommandButton, Link, type GridColumn } from '@redoubt/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useNotifyFailure } from '../../notifications/CalloutProvider.tsx';
import { useSavedColumns } from '../../preferences/use-saved-columns.ts';
import type { EventRef } from '../events/events.queries.ts';
import { gridCsv } from '../files/csv-text.ts';
import { saveCsv } from '../files/read-file.ts';
import { parseAddress } from '../search/search-address.ts';
import { SearchOff, useSearchIsOff } from '../search/search-switch.tsx';
import { firstAttributes } from './first-attributes.ts';
import { linkSearches } from './link-search.ts';
import { LinkFilter } from './LinkFilter.tsx';
import {
  LINK_DAYS,
  linksQuery,
  linkSummaryQuery,
  MOST_LINKS,
  useAttributeName,
  type LinkChoice,
  type LinkList,
} from './links.queries.ts';
import { LinkTable, type LinkChoosing } from './LinkTable.tsx';
import { useLinkColumns } from './use-link-columns.tsx';

/** Searches for the same events, and what is done with the lists as a whole. */
const LinkTools = (props: {
  readonly event: EventRef;
  readonly choice: LinkChoice;
  /** A list that is read anyway: it says which values and times to search for. */
  readonly read: LinkList;
  readonly nameOf: (attribute: LinkingAttribute) => string;
  readonly columns: readonly GridColumn<LinkedEvent>[];
  readonly isChoosingColumns: boolean;
  readonly onColumns: () => void;
}): ReactNode => {
  const { event, choice, read, nameOf, columns, isChoosingColumns, onColumns } = props;
  const say = useText('casework');
  const call = useCall();
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  const { id: environmentId } = useEnvironment();
  const { data } = useQuery(linksQuery(call, environmentId, event, choice, read));
  const searches =
    data === undefined ? [] : linkSearches(parseAddress({ type: event.eventType }).eventType, choice, data);
  const save = async (): Promise<void> => {
    try {
      const { events } = await client.fetchQuery(linksQuery(call, environmentId, event, choice, 'all', MOST_LINKS));
      saveCsv(`${event.eventId} ${say('links.title')}.csv`.replace(/[\\/:]/g, '-'), gridCsv(columns, events));
    } catch (error) {
      notifyFailure(error, say('links.exportFailed'));
    }
  };
  return (
    <div className="row-wrap-middle min-h-36">
      <span className="flex wrap gap-x-3 grow">
        {searches.length === 0 ? null : (
          <>
            <span className="soft">{say('links.inSearch')}</span>
            {searches.map(({ attributes, href }) => (
              <Link key={href} href={href}>
                {attributes.map(nameOf).join(' + ')}
              </Link>
            ))}
          </>
        )}
      </span>
      <CommandButton
        command={{
          id: 'columns',
          text: say('links.columns'),
          icon: ColumnTripleRegular,
          pressed: isChoosingColumns,
          onSelect: onColumns,
        }}
      />
      <CommandButton
        command={{
          id: 'export',
          text: say('links.export'),
          icon: ArrowDownloadRegular,
          onSelect: () => void save(),
          disabledReason: choice.attributes.length === 0 ? say('links.choose') : undefined,
        }}
      />
    </div>
  );
};

type LinksPaneProps = {
  readonly event: EventRef;
  readonly ofCase: boolean;
  readonly choosing?: LinkChoosing;
  /** The attribute that is chosen at first, in place of the usual ones. */
  readonly first?: LinkingAttribute | undefined;
};

const Links = (props: LinksPaneProps): ReactNode => {
  const { event, ofCase, choosing, first } = props;
  const say = useText('casework');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [chosen, setChosen] = useState<LinkChoice>();
  const days = chosen?.days ?? LINK_DAYS;
  const [isChoosingColumns, setChoosingColumns] = useState(false);
  const [shown, saveShown] = useSavedColumns('links');
  const { data } = useQuery(linkSummaryQuery(call, environmentId, event, days));
  const choice = chosen ?? {
    attributes: first === undefined ? firstAttributes(data?.attributes) : [first],
    match: 'any',
    days,
  };
  const nameOf = useAttributeName(data?.attributes.map(({ attribute }) => attribute) ?? []);
  const all = useLinkColumns(nameOf);
  const columns = chosenColumns(all, shown);
  const lists = ofCase
    ? ([
        ['cases', say('links.cases'), choosing],
        ['decided', say('links.decided'), undefined],
      ] as const)
    : ([['all', say('links.title'), undefined]] as const);
  return (
    <>
      <LinkFilter
        event={event}
        choice={choice}
        nameOf={nameOf}
        onChoice={(next) => {
          setChosen(next);
          choosing?.onChoose([]);
        }}
      />
      <LinkTools
        event={event}
        choice={choice}
        read={lists[0][0]}
        nameOf={nameOf}
        columns={columns}
        isChoosingColumns={isChoosingColumns}
        onColumns={() => setChoosingColumns(!isChoosingColumns)}
      />
      {isChoosingColumns ? (
        <ColumnPanel columns={all} shown={shown} onChange={saveShown} onClose={() => setChoosingColumns(false)} />
      ) : null}
      {lists.map(([list, title, chooses]) => (
        <LinkTable
          key={list}
          title={title}
          event={event}
          choice={choice}
          list={list}
          columns={columns}
          choosing={chooses}
        />
      ))}
    </>
  );
};

/** Events that share chosen values with one: of a case apart by cases that wait and events that are decided. */
export const LinksPane = (props: LinksPaneProps): ReactNode =>
  useSearchIsOff() ? <SearchOff compact /> : <Links {...props} />;
