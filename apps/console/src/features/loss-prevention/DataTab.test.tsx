import { getLossConnection, getLossData, type LossConnectionState } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';
import { DataTab } from './components/DataTab.tsx';

beforeAll(giveLayout);
afterEach(cleanup);

const AT = '2026-11-24T15:04:05.000Z';
const pathOf = (path: string): string => path.replace(':environmentId', TEST_ENVIRONMENT_ID);
const PATH = pathOf(getLossConnection.path);
const UPLOAD = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c33';

const NONE: LossConnectionState = {
  canWrite: true,
  isAllowed: true,
  folder: '/srv/tills/a/b',
  state: 'none',
  frequency: 'day',
  sets: [],
  models: [{ id: UPLOAD, set: 'retailSales', name: 'sales.csv', at: AT }],
  isSyncing: false,
  lastSyncAt: null,
  nextSyncAt: null,
  created: null,
  syncs: [],
};
const SYNC: LossConnectionState['syncs'][number] = {
  id: UPLOAD,
  state: 'failed',
  startedAt: AT,
  endedAt: AT,
  files: 3,
  resting: 2,
  waiting: 1,
  stored: 90,
  refused: 7,
  repeated: 0,
  problem: 'LOSS-FILE-NAME',
  problemFile: 'x.csv',
};
const CONNECTED: LossConnectionState = {
  ...NONE,
  state: 'error',
  sets: [{ set: 'retailSales', pattern: 'sales-*', mappedFields: 4 }],
  lastSyncAt: AT,
  nextSyncAt: AT,
  created: { by: 'Ines Holm', at: AT },
  syncs: [SYNC],
};

const answering = (connection: LossConnectionState) =>
  vi.fn<Answer>(({ path }) =>
    path === pathOf(getLossData.path) ? { canProcess: true, sets: [], months: [], run: null } : connection,
  );

it('connects a folder by names of files and the mapping of an earlier file', async () => {
  const answer = answering(NONE);
  await renderConsole(<DataTab />, { answer });
  expect(await screen.findByText('/srv/tills/a/b')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
  fireEvent.change(screen.getByLabelText('Till sales: names of files'), { target: { value: 'sales-*' } });
  fireEvent.change(screen.getByLabelText('Till sales: columns fill'), { target: { value: UPLOAD } });
  fireEvent.change(screen.getByLabelText('The folder is looked at'), { target: { value: 'hour' } });
  const form = screen.getByRole('complementary', { name: 'Connect' });
  fireEvent.click(within(form).getByRole('button', { name: 'Connect' }));
  await waitFor(() =>
    expect(answer).toHaveBeenCalledWith(
      expect.objectContaining({
        method: 'PUT',
        path: PATH,
        body: {
          frequency: 'hour',
          sets: [
            { set: 'retailTransactions', pattern: '', mappingOf: 'names' },
            { set: 'retailSales', pattern: 'sales-*', mappingOf: UPLOAD },
            { set: 'retailPayments', pattern: '', mappingOf: 'names' },
            { set: 'retailPaymentMethods', pattern: '', mappingOf: 'names' },
          ],
        },
      }),
    ),
  );
});

it('says why a sync failed and what it left, and disconnects after asking', async () => {
  const answer = answering(CONNECTED);
  await renderConsole(<DataTab />, { answer });
  expect(await screen.findByText('Last sync failed')).toBeDefined();
  const row = within(screen.getByRole('table', { name: 'Ten recent syncs' })).getAllByRole('row')[1];
  expect(row?.textContent).toContain('x.csv: The name of the file is too long');
  expect(row?.textContent).toContain('1 file is left to the next sync.');
  expect(row?.textContent).toContain('2 files wait for you.');
  fireEvent.click(screen.getByRole('button', { name: 'Disconnect' }));
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Disconnect' }));
  await waitFor(() =>
    expect(answer).toHaveBeenCalledWith(expect.objectContaining({ method: 'POST', path: `${PATH}/disconnect` })),
  );
});

it('offers nothing to those who may not upload, and says where the operator set no directory', async () => {
  await renderConsole(<DataTab />, { answer: answering({ ...CONNECTED, canWrite: false, folder: null }) });
  expect(await screen.findByText('Last sync failed')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Sync now' })).toBeNull();
  cleanup();
  await renderConsole(<DataTab />, { answer: answering({ ...NONE, isAllowed: false, folder: null }) });
  expect(await screen.findAllByText(/LOSS_PREVENTION_DIRECTORY/)).not.toEqual([]);
  expect(screen.getByRole('button', { name: 'Connect' }).getAttribute('aria-disabled')).toBe('true');
});
