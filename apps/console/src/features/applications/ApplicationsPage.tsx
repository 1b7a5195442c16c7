import type { Application } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { hrefOf, useAddress, useGo } from '../../routes/address.ts';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { applicationsQuery } from '../../shared/integration/applications.queries.ts';
import { ApplicationPanel } from './components/ApplicationPanel.tsx';
import { ChangePanel } from './components/ChangePanel.tsx';
import { RotatePanel } from './components/RotatePanel.tsx';
import { useApplicationColumns } from './use-application-columns.tsx';

const field = z.string().optional().catch(undefined);
const address = z.object({
  application: field,
  find: field,
  revoked: z.literal('yes').optional().catch(undefined),
  do: z.enum(['change', 'rotate']).optional().catch(undefined),
});

const NONE: readonly Application[] = [];
const idOf = ({ id }: Application): string => id;

/** Applications that may call here, what they hold, when their credentials end and when they called last. */
export const ApplicationsPage = (): ReactNode => {
  const text = useText('applications');
  const routes = useText('routes');
  const call = useCall();
  const go = useGo();
  const { id: environmentId } = useEnvironment();
  const [{ application: current = null, find = '', revoked, do: doing }, update] = useAddress(address);
  const query = useQuery(applicationsQuery(call, environmentId));
  const columns = useApplicationColumns();
  const { data } = query;
  const all = data?.applications ?? NONE;
  const wanted = find.trim().toLowerCase();
  const shown = useMemo(
    () =>
      all.filter(
        ({ id, displayName, status }) =>
          (status !== 'Revoked' || revoked === 'yes' || id === current) &&
          `${displayName} ${id}`.toLowerCase().includes(wanted),
      ),
    [all, wanted, revoked, current],
  );
  const canWrite = data?.missing === null;
  const open = all.find(({ id }) => id === current);
  const selection = useRowSelection(current, (id, options) => update({ application: id, do: undefined }, options));
  const back = (): void => update({ do: undefined });
  return (
    <ListPage
      title={routes('applications.title')}
      canWrite={data && canWrite}
      add={{ text: text('new'), onSelect: () => go(hrefOf('/integration/aadapp/create')) }}
      beforeFind={
        <Chip
          pressed={revoked === 'yes'}
          onSelect={() => update({ revoked: revoked === 'yes' ? undefined : 'yes' }, { replace: true })}
        >
          {text('showRevoked')}
        </Chip>
      }
      find={{ text: text('find'), value: find, onChange: (typed) => update({ find: typed }, { replace: true }) }}
      above={
        data && data.missing !== null ? (
          <p className="flex-none py-1 px-page quiet bg-subtle">{text(`missing.${data.missing}`)}</p>
        ) : null
      }
      pane={
        data && open ? (
          doing === 'change' && open.canWrite ? (
            <ChangePanel key={open.id} application={open} choices={data} onClose={back} />
          ) : doing === 'rotate' && open.canWrite ? (
            <RotatePanel key={open.id} application={open} onClose={back} />
          ) : (
            <ApplicationPanel
              key={open.id}
              application={open}
              onChange={() => update({ do: 'change' })}
              onRotate={() => update({ do: 'rotate' })}
              onClose={selection.close}
            />
          )
        ) : null
      }
      grid={{
        label: routes('applications.title'),
        query,
        rows: shown,
        rowId: idOf,
        columns,
        selection,
        isNarrowed: all.length > 0,
        empty: { title: text('empty.title'), body: text('empty.body') },
        noResult: { title: text('noneFits'), body: text('noneFitsBody') },
      }}
    />
  );
};
