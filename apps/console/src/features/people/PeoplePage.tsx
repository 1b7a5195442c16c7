import { CheckboxCheckedRegular, KeyRegular, PersonProhibitedRegular } from '@fluentui/react-icons';
import type { PersonRow } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ErrorState, useShortcut, type Command } from '@redoubt/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useAddress } from '../../routes/address.ts';
import { AccessTabs } from '../../shared/access/AccessTabs.tsx';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { AssignPanel } from './components/AssignPanel.tsx';
import { ChangePanel } from './components/ChangePanel.tsx';
import { PeopleFilters } from './components/PeopleFilters.tsx';
import { PersonPanel } from './components/PersonPanel.tsx';
import { RevokePanel } from './components/RevokePanel.tsx';
import { StatePanel, type StateChange } from './components/StatePanel.tsx';
import { exportCommand, findPeople } from './list-parts.ts';
import { revocableIn, type Revocable } from './marked.ts';
import { isNarrowed, peopleAddress, questionOf } from './people-address.ts';
import { accessOptionsQuery, peopleQuery, rowsOf, useExportPeople } from './people.queries.ts';
import { usePeopleColumns } from './use-people-columns.tsx';

const NONE: ReadonlyMap<string, PersonRow> = new Map();
const NOTHING: readonly Revocable[] = [];
const idOf = ({ id }: PersonRow): string => id;

/** People and groups with their roles here, and giving, changing or taking them; several at a time where marked with `x`. */
export const PeoplePage = (): ReactNode => {
  const text = useText('people');
  const routes = useText('routes');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [address, update] = useAddress(peopleAddress);
  const { person: current = null, do: doing } = address;
  const [marked, setMarked] = useState(NONE);
  const [revoking, setRevoking] = useState(NOTHING);
  const [change, setChange] = useState<StateChange | null>(null);
  const question = questionOf(address);
  const query = useInfiniteQuery(peopleQuery(call, environmentId, question));
  const options = useRead(accessOptionsQuery);
  const download = useExportPeople();
  const { rows, total, actingPeople } = useMemo(() => rowsOf(query.data), [query.data]);
  const columns = usePeopleColumns(marked, address, update);
  const open = rows.find(({ id }) => id === current);
  const canWrite = options.data?.canWrite === true;
  const mark = (id: string | null): void => {
    const row = rows.find((each) => each.id === id);
    if (row === undefined) return;
    const next = new Map(marked);
    if (!next.delete(row.id)) next.set(row.id, row);
    setMarked(next);
  };
  const selection = useRowSelection(current, (id, how) => update({ person: id, do: undefined }, how));
  useShortcut('x', text('panel.mark'), () => mark(selection.current), { active: canWrite });
  // What was read since counts, not what was marked then.
  const chosen = [...marked.values()].map((row) => rows.find(({ id }) => id === row.id) ?? row);
  const taken = revocableIn(chosen, environmentId);
  const done = (): void => {
    setMarked(NONE);
    setRevoking(NOTHING);
    setChange(null);
    update({ do: undefined });
  };
  const commands: readonly Command[] = [
    ...(canWrite
      ? [
          {
            id: 'assign',
            text: chosen.length > 0 ? text('assign.marked', { count: chosen.length }) : text('assign.command'),
            icon: KeyRegular,
            keys: 'n',
            onSelect: () => update({ do: 'assign', person: undefined }),
          },
          ...(chosen.length > 0
            ? [
                {
                  id: 'change',
                  text: text('change.marked', { count: chosen.length }),
                  icon: CheckboxCheckedRegular,
                  onSelect: () => update({ do: 'change', person: undefined }),
                  disabledReason: taken.length === 0 ? text('revoke.nothing') : undefined,
                },
                {
                  id: 'revoke',
                  text: text('revoke.marked', { count: chosen.length }),
                  onSelect: () => setRevoking(taken),
                  disabledReason: taken.length === 0 ? text('revoke.nothing') : undefined,
                },
                {
                  id: 'disable',
                  text: text('state.disableMarked', { count: chosen.length }),
                  icon: PersonProhibitedRegular,
                  onSelect: () => setChange({ people: chosen, to: 'Disabled' }),
                  disabledReason: chosen.every(({ mayDisable, status }) => mayDisable && status !== 'Disabled')
                    ? undefined
                    : text('state.refused'),
                },
              ]
            : []),
        ]
      : []),
    exportCommand(text, download, question),
  ];
  useShortcut('n', text('assign.command'), () => update({ do: 'assign', person: undefined }), { active: canWrite });
  const { data } = options;
  return (
    <ListPage
      title={routes('access.title')}
      tabs={<AccessTabs current="people" />}
      canWrite={data && canWrite}
      strongFirst={canWrite}
      commands={commands}
      aside={
        total === undefined || actingPeople === undefined
          ? null
          : `${text('acting', { count: actingPeople })} · ${text('who.holders', { count: total })}`
      }
      filters={<PeopleFilters address={address} roles={data?.roles ?? []} onChange={update} />}
      find={findPeople(text, address, update)}
      above={
        <>
          {download.isError ? <ErrorState compact error={download.error} /> : null}
          {change ? (
            <StatePanel
              key={change.people.map(idOf).join()}
              change={change}
              onDone={done}
              onCancel={() => setChange(null)}
            />
          ) : null}
          {revoking.length > 0 ? (
            <RevokePanel
              revoking={revoking}
              rows={chosen.length > 0 ? chosen : open ? [open] : []}
              onDone={done}
              onCancel={() => setRevoking(NOTHING)}
            />
          ) : null}
        </>
      }
      pane={
        data && canWrite && doing === 'assign' ? (
          <AssignPanel
            key={chosen.map(idOf).join()}
            options={data}
            environmentId={environmentId}
            first={chosen}
            onDone={done}
            onClose={() => update({ do: undefined })}
          />
        ) : data && canWrite && doing === 'change' && taken.length > 0 ? (
          <ChangePanel
            assignments={taken}
            roles={data.roles}
            isSelf={chosen.some(({ isSelf }) => isSelf)}
            onDone={done}
            onClose={() => update({ do: undefined })}
          />
        ) : data && open ? (
          <PersonPanel
            key={open.id}
            row={open}
            options={data}
            isMarked={marked.has(open.id)}
            onMark={() => mark(open.id)}
            onAssign={() => {
              setMarked(new Map([[open.id, open]]));
              update({ do: 'assign', person: undefined });
            }}
            onRevoke={setRevoking}
            onState={(to) => setChange({ people: [open], to })}
            onClose={selection.close}
          />
        ) : null
      }
      grid={{
        label: routes('access.title'),
        query,
        rows,
        rowId: idOf,
        columns,
        selection,
        total,
        isNarrowed: isNarrowed(address),
        empty: { title: text('empty.title'), body: text('empty.body') },
        noResult: { title: text('noneFits'), body: text('noneFitsBody') },
      }}
    />
  );
};
