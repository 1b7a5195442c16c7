import { AddRegular, KeyRegular } from '@fluentui/react-icons';
import type { ApplicationRole } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ConfirmPanel, ErrorState, useShortcut } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { hrefOf, useAddress } from '../../routes/address.ts';
import { AccessTabs } from '../../shared/access/AccessTabs.tsx';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { applicationAccessQuery, useAccessMutations } from './access.queries.ts';
import { roleId } from './application-roles.ts';
import { AssignPanel } from './components/AssignPanel.tsx';
import { RolePanel } from './components/RolePanel.tsx';
import { useRoleColumns } from './use-role-columns.tsx';

const field = z.string().optional().catch(undefined);
const address = z.object({ find: field, role: field, do: z.literal('assign').optional().catch(undefined) });

const NONE: readonly ApplicationRole[] = [];
const NO_IDS: ReadonlySet<string> = new Set();

/** Which applications hold which API roles, and giving or taking them; several at a time where marked with `x`. */
export const ApplicationAccessPage = (): ReactNode => {
  const text = useText('applications');
  const routes = useText('routes');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [{ find = '', role: current = null, do: doing }, update] = useAddress(address);
  const [marked, setMarked] = useState(NO_IDS);
  const [revoking, setRevoking] = useState<readonly ApplicationRole[]>(NONE);
  const query = useQuery(applicationAccessQuery(call, environmentId));
  const { revoke } = useAccessMutations();
  const columns = useRoleColumns(marked);
  const { data } = query;
  const all = data?.assignments ?? NONE;
  const wanted = find.trim().toLowerCase();
  const shown = useMemo(
    () => all.filter((row) => `${row.displayName} ${row.applicationId}`.toLowerCase().includes(wanted)),
    [all, wanted],
  );
  const chosen = all.filter((row) => row.canWrite && marked.has(roleId(row)));
  const open = all.find((row) => roleId(row) === current);
  const mark = (id: string | null): void => {
    const row = all.find((each) => roleId(each) === id);
    if (!row?.canWrite || id === null) return;
    setMarked((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]));
  };
  const canWrite = data?.canWrite === true;
  const selection = useRowSelection(current, (id, options) => update({ role: id, do: undefined }, options));
  useShortcut('x', text('access.mark'), () => mark(selection.current), { active: canWrite });
  const confirm = (): void =>
    revoke.mutate(
      {
        assignments: revoking.map(({ applicationId, environmentId: place, version }) => ({
          applicationId,
          environmentId: place,
          version,
        })),
      },
      {
        onSuccess: () => {
          setRevoking(NONE);
          setMarked(NO_IDS);
          selection.close();
        },
      },
    );
  return (
    <ListPage
      title={routes('accessApplications.title')}
      tabs={<AccessTabs current="applications" />}
      canWrite={data && canWrite}
      strongFirst={canWrite}
      commands={
        canWrite
          ? [
              { id: 'assign', text: text('access.assign'), icon: KeyRegular, onSelect: () => update({ do: 'assign' }) },
              ...(data.canCreate
                ? [{ id: 'new', text: text('new'), icon: AddRegular, href: hrefOf('/integration/aadapp/create') }]
                : []),
              ...(chosen.length > 0
                ? [
                    {
                      id: 'revoke',
                      text: text('access.revokeMarked', { count: chosen.length }),
                      onSelect: () => setRevoking(chosen),
                    },
                  ]
                : []),
            ]
          : []
      }
      find={{ text: text('find'), value: find, onChange: (typed) => update({ find: typed }, { replace: true }) }}
      above={
        revoking.length > 0 ? (
          <ConfirmPanel
            title={text('access.revokeTitle', { count: revoking.length })}
            confirmText={text('access.revoke')}
            busy={revoke.isPending}
            onConfirm={confirm}
            onCancel={() => setRevoking(NONE)}
          >
            <p>
              {revoking
                .map((row) => `${row.displayName}: ${row.environment ?? text('everywhere')} (${row.roles.join(', ')})`)
                .join(' · ')}
            </p>
            {revoke.error ? <ErrorState error={revoke.error} compact /> : null}
          </ConfirmPanel>
        ) : null
      }
      pane={
        data && canWrite && doing === 'assign' ? (
          <AssignPanel access={data} environmentId={environmentId} onClose={selection.close} />
        ) : data && open ? (
          <RolePanel
            key={`${roleId(open)} ${open.version}`}
            role={open}
            access={data}
            isMarked={marked.has(roleId(open))}
            onMark={() => mark(roleId(open))}
            onRevoke={() => setRevoking([open])}
            onClose={selection.close}
          />
        ) : null
      }
      grid={{
        label: routes('accessApplications.title'),
        query,
        rows: shown,
        rowId: roleId,
        columns,
        selection,
        isNarrowed: all.length > 0,
        empty: { title: text('empty.title'), body: text('empty.body') },
        noResult: { title: text('noneFits'), body: text('noneFitsBody') },
      }}
    />
  );
};
