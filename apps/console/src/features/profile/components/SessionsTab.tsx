import { SignOutRegular } from '@fluentui/react-icons';
import type { Session } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Chip, CommandButton, ConfirmPanel, DateTimeText, ErrorState, type GridColumn } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useCall, useConsole } from '../../../app/console-context.tsx';
import { ListPage } from '../../../shared/list-page/ListPage.tsx';
import { browserName } from '../browser-name.ts';
import { sessionsQuery, useSessionMutations } from '../profile.queries.ts';

const NONE: readonly Session[] = [];
const idOf = ({ id }: Session): string => id;

const useBrowserText = () => {
  const text = useText('profile');
  return (userAgent: string): string => {
    const { browser = text('sessions.unknownBrowser'), system } = browserName(userAgent);
    return system === undefined ? browser : text('sessions.browserOn', { browser, system });
  };
};

const useSessionColumns = (endOne: (id: string) => void, signOut: () => void): readonly GridColumn<Session>[] => {
  const text = useText('profile');
  const shell = useText('shell');
  const browserText = useBrowserText();
  return useMemo(
    (): readonly GridColumn<Session>[] => [
      {
        id: 'browser',
        header: text('sessions.browser'),
        width: 240,
        grow: true,
        hideable: false,
        cell: ({ browser, isCurrent }) => (
          <span className="row-middle gap-2" title={browser}>
            {browserText(browser)} {isCurrent ? <Chip>{text('sessions.current')}</Chip> : null}
          </span>
        ),
        text: ({ browser }) => browserText(browser),
      },
      { id: 'address', header: text('sessions.address'), width: 160, mono: true, cell: ({ address }) => address },
      {
        id: 'first',
        header: text('sessions.first'),
        width: 190,
        cell: ({ firstSeenAt }) => <DateTimeText at={firstSeenAt} />,
      },
      {
        id: 'last',
        header: text('sessions.last'),
        width: 190,
        cell: ({ lastSeenAt }) => <DateTimeText at={lastSeenAt} />,
      },
      {
        id: 'end',
        header: shell('user.signOut'),
        width: 150,
        cell: ({ id, isCurrent, mayEnd }) => (
          <CommandButton
            command={{
              id: 'end',
              text: shell('user.signOut'),
              onSelect: isCurrent ? signOut : () => endOne(id),
              disabledReason: mayEnd || isCurrent ? undefined : text('sessions.notApart'),
            }}
          />
        ),
      },
    ],
    [text, shell, browserText, endOne, signOut],
  );
};

/** Where one is signed in, and signing out there. */
export const SessionsTab = ({ tabs }: { readonly tabs: ReactNode }): ReactNode => {
  const text = useText('profile');
  const routes = useText('routes');
  const { signOut } = useConsole();
  const query = useQuery(sessionsQuery(useCall()));
  const { end, endAll } = useSessionMutations();
  const [isAsking, setAsking] = useState(false);
  const rows = query.data?.sessions ?? NONE;
  const columns = useSessionColumns(end.mutate, signOut);
  return (
    <ListPage
      title={routes('profile.title')}
      tabs={tabs}
      canWrite={undefined}
      commands={[
        {
          id: 'endAll',
          text: text('sessions.endAll'),
          icon: SignOutRegular,
          onSelect: () => setAsking(true),
        },
      ]}
      above={
        <>
          {end.error ? <ErrorState error={end.error} compact /> : null}
          {isAsking ? (
            <ConfirmPanel
              title={text('sessions.endAllTitle')}
              confirmText={text('sessions.endAll')}
              busy={endAll.isPending}
              onConfirm={() => endAll.mutate(undefined, { onSuccess: signOut })}
              onCancel={() => setAsking(false)}
            >
              <p>{text('sessions.endAllBody')}</p>
              {endAll.error ? <ErrorState error={endAll.error} compact /> : null}
            </ConfirmPanel>
          ) : null}
        </>
      }
      grid={{
        label: text('tab.sessions'),
        query,
        rows,
        rowId: idOf,
        columns,
        empty: { title: text('sessions.empty'), body: text('sessions.emptyBody') },
      }}
    />
  );
};
