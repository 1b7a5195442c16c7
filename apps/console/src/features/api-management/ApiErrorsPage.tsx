import { Select } from '@fluentui/react-components';
import type { ApiErrorGroup } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { SplitPane, DataGrid, type GridHandle, StaleBar } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import { useAddress } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { DEFAULT_PERIOD, periodField } from './address.ts';
import { apiErrorsQuery, STALE_AFTER_MS } from './api-management.queries.ts';
import { CallsAge } from './components/CallsAge.tsx';
import { CallsFrame } from './components/CallsFrame.tsx';
import { ErrorSamples } from './components/ErrorSamples.tsx';
import { useErrorColumns } from './use-error-columns.tsx';

const field = z.string().optional().catch(undefined);
const address = z.object({ period: periodField, api: field, error: field });

const idOf = (group: ApiErrorGroup): string => group.id;

/** What the public API refuses, since when, and what the callers sent. */
export const ApiErrorsPage = (): ReactNode => {
  const text = useText('apiManagement');
  const routes = useText('routes');
  const formats = useFormats();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [{ density }] = usePreferences();
  const [{ period = DEFAULT_PERIOD, api, error: current = null }, update] = useAddress(address);
  const query = useQuery(apiErrorsQuery(call, environmentId, period));
  const columns = useErrorColumns();
  const grid = useRef<GridHandle>(null);

  const errors = query.data;
  const paths = useMemo(() => [...new Set(errors?.groups.map(({ path }) => path))].toSorted(), [errors]);
  const groups = useMemo(
    () => errors?.groups.filter(({ path }) => api === undefined || path === api) ?? [],
    [errors, api],
  );
  const open = groups.find(({ id }) => id === current);
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const isStale = query.failureCount > 0 && Date.now() - query.dataUpdatedAt > STALE_AFTER_MS;
  const close = (): void => {
    update({ error: undefined }, { replace: true });
    grid.current?.focus();
  };
  const choose = (id: string): void => update({ error: id }, { replace: true });
  return (
    <ConsolePage
      title={routes('apiErrors.title')}
      fill
      bleed
      aside={errors ? <CallsAge atMs={query.dataUpdatedAt} /> : null}
    >
      {errors && isStale ? <StaleBar since={query.dataUpdatedAt} /> : null}
      <SplitPane
        paneWidth="min(480px, 46%)"
        pane={open ? <ErrorSamples key={open.id} group={open} period={period} onClose={close} /> : null}
      >
        <CallsFrame
          page="errors"
          period={period}
          onPeriod={(next) => update({ period: next }, { replace: true })}
          query={query}
          total={text('errors.refused', { count: total, calls: formats.number(total) })}
          ids={groups.map(idOf)}
          current={open?.id ?? null}
          filters={
            paths.length > 1 || api !== undefined ? (
              <Select
                size="small"
                aria-label={text('api')}
                value={api ?? ''}
                onChange={(_event, { value }) =>
                  update({ api: value === '' ? undefined : value, error: undefined }, { replace: true })
                }
              >
                <option value="">{text('allApis')}</option>
                {(api === undefined || paths.includes(api) ? paths : [api, ...paths]).map((path) => (
                  <option key={path} value={path}>
                    {path}
                  </option>
                ))}
              </Select>
            ) : null
          }
        >
          {errors?.keptSince ? (
            <p className="flex-none py-1 px-page quiet bg-subtle">
              {text('errors.keptSince', { time: formats.dateTime(errors.keptSince) })}
            </p>
          ) : null}
          <div className="rest">
            <DataGrid
              ref={grid}
              label={text('errors.grid')}
              rows={groups}
              rowId={idOf}
              columns={columns}
              density={density}
              isLoading={query.isPending}
              current={current}
              onCurrent={choose}
              onOpen={({ id }) => choose(id)}
              onPeek={({ id }) => (id === current ? close() : choose(id))}
              onClose={close}
            />
          </div>
        </CallsFrame>
      </SplitPane>
    </ConsolePage>
  );
};
