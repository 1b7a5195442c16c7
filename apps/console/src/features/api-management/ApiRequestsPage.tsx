import type { ApiRequestGroup } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { useQuery } from '@tanstack/react-query';
import { useCallback, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { hrefOf, useAddress, useGo } from '../../routes/address.ts';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { DEFAULT_PERIOD, periodField, periodInAddress } from './address.ts';
import { apiRequestsQuery } from './api-management.queries.ts';
import { CallsPage } from './components/CallsPage.tsx';
import { useRequestColumns } from './use-request-columns.tsx';

const address = z.object({ period: periodField, api: z.string().optional().catch(undefined) });

const idOf = (group: ApiRequestGroup): string => group.path;

/** How often merchants call, how they are answered and how fast. */
export const ApiRequestsPage = (): ReactNode => {
  const text = useText('apiManagement');
  const formats = useFormats();
  const call = useCall();
  const go = useGo();
  const { id: environmentId } = useEnvironment();
  const [{ period = DEFAULT_PERIOD, api: current = null }, update] = useAddress(address);
  const query = useQuery(apiRequestsQuery(call, environmentId, period));
  const errorsHref = useCallback(
    (path: string): string =>
      hrefOf('/data/apimanagement/errors', undefined, { period: periodInAddress(period), api: path }),
    [period],
  );
  const columns = useRequestColumns(errorsHref);
  const choose = (path: string | undefined): void => update({ api: path }, { replace: true });
  const selection = useRowSelection(current, choose, { opensInHand: true });
  const rows = query.data?.groups ?? [];
  const total = rows.reduce((sum, { calls }) => sum + calls, 0);
  return (
    <CallsPage
      page="requests"
      period={period}
      onPeriod={(next) => update({ period: next }, { replace: true })}
      query={query}
      total={text('requests.calls', { count: total, calls: formats.number(total) })}
      current={current}
      grid={{
        rows,
        rowId: idOf,
        columns,
        selection,
        onOpen: ({ path }) => go(errorsHref(path)),
        onPeek: ({ path }) => choose(path === current ? undefined : path),
      }}
    />
  );
};
