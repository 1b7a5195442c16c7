import type { ApiRequestGroup } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Link, type GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';

/** The columns of the grid of APIs. @param errorsHref where the errors of an API are shown. */
export const useRequestColumns = (errorsHref: (path: string) => string): readonly GridColumn<ApiRequestGroup>[] => {
  const text = useText('apiManagement');
  const formats = useFormats();
  return useMemo(() => {
    const count = (id: 'accepted' | 'refused' | 'failed'): GridColumn<ApiRequestGroup> => ({
      id,
      header: text(`requests.column.${id}`),
      width: 92,
      align: 'end',
      cell: (group) => formats.number(group[id]),
    });
    const latency = (id: 'p50' | 'p95' | 'p99'): GridColumn<ApiRequestGroup> => ({
      id,
      header: id,
      width: 80,
      align: 'end',
      cell: ({ latencyMs }) => {
        const ms = latencyMs[id];
        return ms === null ? '–' : text('requests.latency', { ms: formats.number(ms) });
      },
    });
    return [
      {
        id: 'path',
        header: text('column.path'),
        // Grows; this is what leaves the latencies in view on a window of 1024 pixels.
        width: 220,
        grow: true,
        hideable: false,
        cell: ({ path }) => <code>{path}</code>,
      },
      {
        id: 'calls',
        header: text('column.count'),
        width: 72,
        align: 'end',
        cell: ({ calls }) => <b>{formats.number(calls)}</b>,
      },
      {
        id: 'perMinute',
        header: text('requests.column.perMinute'),
        width: 92,
        align: 'end',
        cell: ({ perMinute }) => formats.number(perMinute, perMinute < 10 ? 2 : 0),
      },
      count('accepted'),
      {
        ...count('refused'),
        cell: ({ path, refused }) =>
          refused === 0 ? (
            formats.number(refused)
          ) : (
            <Link href={errorsHref(path)} aria-label={text('requests.showErrors', { count: refused, path })}>
              {formats.number(refused)}
            </Link>
          ),
      },
      { ...count('failed'), width: 112 },
      latency('p50'),
      latency('p95'),
      latency('p99'),
    ];
  }, [text, formats, errorsHref]);
};
