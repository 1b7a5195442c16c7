import { CheckmarkCircleRegular, ClockRegular, SubtractCircleRegular } from '@fluentui/react-icons';
import type { PersonalToken } from '@redoubt/contracts';
import { allows } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ChoiceChips, DateTimeText, ToneChip, type GridColumn } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useConsole } from '../../../app/console-context.tsx';
import { useAddress } from '../../../routes/address.ts';
import { ListPage } from '../../../shared/list-page/ListPage.tsx';
import { useRowSelection } from '../../../shared/list-page/use-row-selection.ts';
import {
  personalTokensQuery,
  tenantTokensQuery,
  useTenantTokenMutations,
  useTokenMutations,
} from '../profile.queries.ts';
import { TokenForm } from './TokenForm.tsx';
import { TokenMadePanel } from './TokenMadePanel.tsx';
import { TokenPanel } from './TokenPanel.tsx';
import { TokenPolicy } from './TokenPolicy.tsx';

const field = z.string().optional().catch(undefined);
const address = z.object({
  token: field,
  find: field,
  do: z.literal('new').optional().catch(undefined),
  whose: z.enum(['own', 'all']).catch('own').default('own'),
});

const NONE: readonly PersonalToken[] = [];
const idOf = ({ id }: PersonalToken): string => id;

const STATES = {
  active: { tone: 'approve', icon: CheckmarkCircleRegular },
  expired: { tone: 'neutral', icon: ClockRegular },
  revoked: { tone: 'neutral', icon: SubtractCircleRegular },
} as const satisfies Record<PersonalToken['state'], object>;

const useTokenColumns = (isOwn: boolean): readonly GridColumn<PersonalToken>[] => {
  const text = useText('profile');
  return useMemo(
    (): readonly GridColumn<PersonalToken>[] => [
      { id: 'name', header: text('tokens.name'), width: 180, grow: true, hideable: false, cell: ({ name }) => name },
      ...(isOwn
        ? []
        : [{ id: 'owner', header: text('tokens.owner'), width: 180, cell: ({ owner }: PersonalToken) => owner }]),
      {
        id: 'state',
        header: text('tokens.state'),
        width: 120,
        cell: ({ state }) => <ToneChip {...STATES[state]} text={text(`tokens.stateOf.${state}`)} appearance="plain" />,
        text: ({ state }) => text(`tokens.stateOf.${state}`),
      },
      {
        id: 'rights',
        header: text('tokens.rights'),
        width: 110,
        cell: ({ scope }) => text('tokens.rightCount', { count: Object.keys(scope.capabilities).length }),
      },
      {
        id: 'expires',
        header: text('tokens.expires'),
        width: 190,
        cell: ({ expiresAt }) => <DateTimeText at={expiresAt} />,
      },
      {
        id: 'used',
        header: text('tokens.used'),
        width: 190,
        cell: ({ usedAt }) => (usedAt === null ? text('tokens.never') : <DateTimeText at={usedAt} />),
      },
    ],
    [text, isOwn],
  );
};

/** Tokens for the command line: one's own, and for administrators everybody's. */
export const TokensTab = ({ tabs }: { readonly tabs: ReactNode }): ReactNode => {
  const text = useText('profile');
  const routes = useText('routes');
  const call = useCall();
  const { environment } = useConsole();
  const [{ token: openId, find = '', do: doing, whose }, update] = useAddress(address);
  const [made, setMade] = useState<{ readonly name: string; readonly secret: string } | null>(null);
  const mayRead = allows(environment.capabilities, 'adminConfiguration:read');
  const mayWrite = allows(environment.capabilities, 'adminConfiguration:write');
  const isOwn = whose === 'own' || !mayRead;
  const own = useQuery({ ...personalTokensQuery(call), enabled: isOwn });
  const all = useQuery({ ...tenantTokensQuery(call, environment.id), enabled: !isOwn });
  const query = isOwn ? own : all;
  const ownRevoke = useTokenMutations().revoke;
  const anyRevoke = useTenantTokenMutations().revoke;
  const revoke = isOwn ? ownRevoke : anyRevoke;
  const tokens = query.data?.tokens ?? NONE;
  const wanted = find.trim().toLowerCase();
  const rows = useMemo(
    () => tokens.filter(({ name, owner }) => `${name} ${owner}`.toLowerCase().includes(wanted)),
    [tokens, wanted],
  );
  const selection = useRowSelection(openId, (id, options) => update({ token: id, do: undefined }, options));
  const open = tokens.find(({ id }) => id === openId);
  const columns = useTokenColumns(isOwn);
  const maxDays = query.data?.maxDays;
  const pane = made ? (
    <TokenMadePanel made={made} onClose={() => setMade(null)} />
  ) : isOwn && doing === 'new' && maxDays !== undefined ? (
    <TokenForm
      maxDays={maxDays}
      onMade={(next) => {
        setMade(next);
        update({ do: undefined }, { keepsUnsaved: true });
      }}
      onClose={() => update({ do: undefined })}
    />
  ) : open ? (
    <TokenPanel
      key={open.id}
      token={open}
      isOwn={isOwn}
      canRevoke={isOwn || mayWrite}
      isBusy={revoke.isPending}
      error={revoke.error}
      onRevoke={() => revoke.mutate(open.id)}
      onClose={selection.close}
    />
  ) : null;
  return (
    <ListPage
      title={routes('profile.title')}
      tabs={tabs}
      canWrite={isOwn ? true : undefined}
      add={{
        text: text('tokens.new'),
        onSelect: () => {
          setMade(null);
          update({ do: 'new', token: undefined });
        },
      }}
      find={{ text: text('tokens.find'), value: find, onChange: (typed) => update({ find: typed }, { replace: true }) }}
      filters={
        mayRead ? (
          <ChoiceChips
            label={text('tokens.whose')}
            choices={['own', 'all'] as const}
            chosen={isOwn ? 'own' : 'all'}
            nameOf={(choice) => text(`tokens.whoseOf.${choice}`)}
            onChoose={(choice) => update({ whose: choice, token: undefined, do: undefined })}
          />
        ) : undefined
      }
      above={!isOwn && mayWrite && maxDays !== undefined ? <TokenPolicy key={maxDays} maxDays={maxDays} /> : null}
      pane={pane}
      grid={{
        label: text('tab.tokens'),
        query,
        rows,
        rowId: idOf,
        columns,
        selection,
        onOpen: ({ id }) => selection.open(id),
        isNarrowed: wanted !== '',
        empty: { title: text('tokens.empty'), body: text('tokens.emptyBody') },
        noResult: { onWiden: () => update({ find: undefined }) },
      }}
    />
  );
};
