import {
  EXPORT_CURSOR_HEADER,
  EXPORT_MORE_HEADER,
  exportEvents,
  type ExportedEvent,
  type ExportType,
} from '@redoubt/contracts';
import type { SendOptions, Transport } from './transport.ts';

export type ExportOptions = SendOptions & {
  /** That of the last page that was kept; from the oldest event on without it. */
  readonly cursor?: string;
  /** All unless said otherwise. */
  readonly types?: readonly ExportType[];
  /** Events looked at for a page, up to 2,000; 500 unless said otherwise. */
  readonly limit?: number;
};

export type ExportedPage = {
  /** In the order of the log; may be empty where the page held other types. */
  readonly events: readonly ExportedEvent[];
  /** Keep it together with the events: reading goes on behind them. */
  readonly cursor: string;
};

/** Reads stored events page by page until no more are there, see `Export_API`. */
export type ExportPages = (options?: ExportOptions) => AsyncGenerator<ExportedPage, void, undefined>;

export const createExport = (callText: Transport['callText']): ExportPages =>
  async function* pages({ cursor: from, types, limit, ...sending } = {}) {
    let cursor = from;
    for (let hasMore = true; hasMore;) {
      const query = new URLSearchParams({
        ...(cursor === undefined ? {} : { cursor }),
        ...(types === undefined ? {} : { types: types.join(',') }),
        ...(limit === undefined ? {} : { limit: String(limit) }),
      });
      const path = query.size === 0 ? exportEvents.path : `${exportEvents.path}?${query.toString()}`;
      // oxlint-disable-next-line eslint/no-await-in-loop -- each page goes on behind the one before
      const { text, headers } = await callText(exportEvents.method, path, null, sending);
      cursor = headers.get(EXPORT_CURSOR_HEADER) ?? cursor ?? '';
      hasMore = headers.get(EXPORT_MORE_HEADER) === 'true';
      const lines = text.split('\n').filter((line) => line !== '');
      yield { events: lines.map((line) => JSON.parse(line) as ExportedEvent), cursor };
    }
  };
