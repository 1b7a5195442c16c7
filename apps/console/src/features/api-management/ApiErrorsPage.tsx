import { Select } from '@fluentui/react-components';
import type { ApiErrorGroup } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useAddress } from '../../routes/address.ts';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { DEFAULT_PERIOD, periodField } from './address.ts';
import { apiErrorsQuery } from './api-management.queries.ts';
import { CallsPage } from './components/CallsPage.tsx';
import { ErrorSamples } from './components/ErrorSamples.tsx';
import { useErrorColumns } from './use-error-columns.tsx';

const field = z.string().optional().catch(undefined);
const address = z.object({ period: periodField, api: field, error: field });

const idOf = (group: ApiErrorGroup): string => group.id;

/** What the public API refuses, since when, and what the callers sent. */
export const ApiErrorsPage = (): ReactNode => {
  const text = useText('apiManagement');
  const formats = useFormats();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [{ period = DEFAULT_PERIOD, api, error: current = null }, update] = useAddress(address);
  const query = useQuery(apiErrorsQuery(call, environmentId, period));
  const columns = useErrorColumns();
  const choose = (id: string | undefined): void => update({ error: id }, { replace: true });
  const selection = useRowSelection(current, choose, { opensInHand: true });

  const errors = query.data;
  const paths = useMemo(() => [...new Set(errors?.groups.map(({ path }) => path))].toSorted(), [errors]);
  const rows = useMemo(
    () => errors?.groups.filter(({ path }) => api === undefined || path === api) ?? [],
    [errors, api],
  );
  const open = rows.find(({ id }) => id === current);
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return (
    <CallsPage
      page="errors"
      period={period}
      onPeriod={(next) => update({ period: next }, { replace: true })}
      query={query}
      total={text('errors.refused', { count: total, calls: formats.number(total) })}
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
      note={
        errors?.keptSince ? (
          <p className="flex-none py-1 px-page quiet bg-subtle">
            {text('errors.keptSince', { time: formats.dateTime(errors.keptSince) })}
          </p>
        ) : null
      }
      pane={open ? <ErrorSamples key={open.id} group={open} period={period} onClose={selection.close} /> : null}
      grid={{
        rows,
        rowId: idOf,
        columns,
        selection,
        onPeek: ({ id }) => (id === current ? selection.close() : choose(id)),
      }}
    />
  );
};
