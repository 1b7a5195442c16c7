import type { ApiRequestGroup } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { DataGrid, StaleBar, type GridHandle } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import { hrefOf, useAddress, useGo } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { DEFAULT_PERIOD, periodField, periodInAddress } from './address.ts';
import { apiRequestsQuery, STALE_AFTER_MS } from './api-management.queries.ts';
import { CallsAge } from './components/CallsAge.tsx';
import { CallsFrame } from './components/CallsFrame.tsx';
import { useRequestColumns } from './use-request-columns.tsx';

const address = z.object({ period: periodField, api: z.string().optional().catch(undefined) });

const idOf = (group: ApiRequestGroup): string => group.path;

/** How often merchants call, how they are answered and how fast. */
export const ApiRequestsPage = (): ReactNode => {
  const text = useText('apiManagement');
  const routes = useText('routes');
  const formats = useFormats();
  const call = useCall();
  const go = useGo();
  const { id: environmentId } = useEnvironment();
  const [{ density }] = usePreferences();
  const [{ period = DEFAULT_PERIOD, api: current = null }, update] = useAddress(address);
  const query = useQuery(apiRequestsQuery(call, environmentId, period));
  const errorsHref = useCallback(
    (path: string): string =>
      hrefOf('/data/apimanagement/errors', undefined, { period: periodInAddress(period), api: path }),
    [period],
  );
  const columns = useRequestColumns(errorsHref);
  const grid = useRef<GridHandle>(null);

  const requests = query.data;
  const groups = requests?.groups ?? [];
  const open = groups.find(({ path }) => path === current);
  const total = groups.reduce((sum, { calls }) => sum + calls, 0);
  const isStale = query.failureCount > 0 && Date.now() - query.dataUpdatedAt > STALE_AFTER_MS;
  const choose = (path: string | undefined): void => update({ api: path }, { replace: true });
  return (
    <ConsolePage
      title={routes('apiRequests.title')}
      fill
      bleed
      aside={requests ? <CallsAge atMs={query.dataUpdatedAt} /> : null}
    >
      {requests && isStale ? <StaleBar since={query.dataUpdatedAt} /> : null}
      <CallsFrame
        page="requests"
        period={period}
        onPeriod={(next) => update({ period: next }, { replace: true })}
        query={query}
        total={text('requests.calls', { count: total, calls: formats.number(total) })}
        ids={groups.map(idOf)}
        current={open?.path ?? null}
      >
        <div className="rest">
          <DataGrid
            ref={grid}
            label={text('requests.grid')}
            rows={groups}
            rowId={idOf}
            columns={columns}
            density={density}
            isLoading={query.isPending}
            current={current}
            onCurrent={choose}
            onOpen={({ path }) => go(errorsHref(path))}
            onPeek={({ path }) => choose(path === current ? undefined : path)}
            onClose={() => choose(undefined)}
          />
        </div>
      </CallsFrame>
    </ConsolePage>
  );
};
