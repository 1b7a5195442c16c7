import type { SearchRow } from '@redoubt/contracts';
import { parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { ParquetFile } from './parquet-file.ts';

const row = (eventId: string): SearchRow =>
  ({
    eventId,
    eventTime: '2026-03-14T10:00:00.000Z',
    receivedAt: '2026-03-14T10:00:01.000Z',
    own: [],
  }) as unknown as SearchRow;

it('is one file of the groups that were given away one by one', async () => {
  const file = new ParquetFile([]);
  const ids = Array.from({ length: 5000 }, (_, index) => `p-${index}`);
  const bytes = Buffer.concat([
    file.write(ids.slice(0, 2000).map(row)),
    file.write(ids.slice(2000, 2001).map(row)),
    file.write(ids.slice(2001).map(row)),
    file.end(),
  ]);
  const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
  expect(rows.map(({ eventId }) => eventId)).toEqual(ids);
});
