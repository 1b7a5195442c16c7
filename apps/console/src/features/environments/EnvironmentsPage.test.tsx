import type { ManagedEnvironment, Me } from '@redoubt/contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, testMe } from '../../testing/render-console.tsx';
import { EnvironmentsPage } from './EnvironmentsPage.tsx';
import { foldedAtFirst, treeRows } from './environment-rows.ts';

const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const environment = (n: number, parent: number | null, more: Partial<ManagedEnvironment> = {}): ManagedEnvironment => ({
  id: idOf(n),
  parentId: parent === null ? null : idOf(parent),
  isRoot: parent === null,
  name: `E${n}`,
  friendlyName: null,
  description: '',
  tags: [],
  kind: 'Sandbox',
  customerApiId: null,
  status: 'Active',
  statusReason: null,
  geography: { code: 'EU', friendlyName: 'Europe' },
  deviceFingerprintingId: idOf(900 + n),
  createdAt: '2026-11-20T08:12:00.000Z',
  changedAt: '2026-11-20T08:12:00.000Z',
  undoUntil: null,
  isHeld: false,
  progress: null,
  contents: { rules: 1, velocitySets: 0, functions: 0, lists: 0, queues: 0, openCases: 0, people: 0 },
  events: 10,
  applications: 0,
  may: { change: true, remove: true, restore: false, retry: false, addChild: true },
  version: 'v1',
  ...more,
});

const ALL = [
  environment(1, null),
  environment(2, 1),
  environment(3, 2, { tags: ['nordic'] }),
  environment(4, 1, {
    status: 'CreateFailed',
    statusReason: 'rules/A.yaml:3: wrong',
    may: { change: true, remove: true, restore: false, retry: true, addChild: false },
  }),
  environment(5, 1, { status: 'Deleted' }),
];

/** The person works in another environment and may open E3 as well. */
const meInE3 = (): Me => {
  const me = testMe();
  return { ...me, environments: me.environments.flatMap((each) => [each, { ...each, id: idOf(3), name: 'E3' }]) };
};

const show = async (address = '/environments', environments = ALL) => {
  const writes: { readonly path: string; readonly body: unknown }[] = [];
  const shown = await renderConsole(<EnvironmentsPage />, {
    address,
    me: meInE3(),
    answer: ({ method, path, body }) => {
      if (method === 'GET' && path.endsWith('/managed')) return { environments, geographies: [], undoDays: 14 };
      if (method === 'GET' && path.endsWith('/environment-templates')) return { templates: [], canWrite: true };
      if (method === 'GET')
        return {
          environment: environments.find(({ id }) => path.endsWith(id)),
          path: ['E1', 'E2'],
          references: ['/e2'],
          inherited: [
            {
              thing: 'rules',
              own: 1,
              from: [
                {
                  environmentId: idOf(1),
                  environmentName: 'E1',
                  count: 1,
                  items: [{ name: 'Busy e-mail', assessment: 'purchase' }],
                },
              ],
            },
          ],
          settings: [
            { setting: 'secondPerson', value: 'required', from: { environmentId: idOf(2), environmentName: 'E2' } },
          ],
          applications: [],
        };
      writes.push({ path, body });
      return environments[0];
    },
  });
  return { ...shown, writes };
};

const names = (): readonly (string | undefined)[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[0]?.textContent ?? undefined);
const press = (key: string): void => void fireEvent.keyDown(document.activeElement ?? document.body, { key });

describe('the tree of environments', () => {
  beforeEach(giveLayout);
  afterEach(cleanup);

  it('folds, unfolds and moves to the parent by the arrows', async () => {
    await show();
    const tree = await screen.findByRole('treegrid', { name: 'Environments' });
    await screen.findByText('E3');
    expect(names()).toEqual(['E1', 'E2', 'E3', 'E4']);
    act(() => tree.focus());
    press('ArrowDown');
    press('ArrowLeft');
    await waitFor(() => expect(names()).toEqual(['E1', 'E2', 'E4']));
    press('ArrowRight');
    await screen.findByText('E3');
    press('ArrowRight');
    press('ArrowLeft');
    press('ArrowLeft');
    await waitFor(() => expect(names()).toEqual(['E1', 'E2', 'E4']));
    press('ArrowLeft');
    press('ArrowLeft');
    await waitFor(() => expect(names()).toEqual(['E1']));
  });

  it('finds by tag with all that lies above, and says why one failed', async () => {
    const { writes } = await show('/environments?find=nordic');
    await screen.findByText('E3');
    expect(names()).toEqual(['E1', 'E2', 'E3']);
    cleanup();
    await show();
    expect(await screen.findByText('rules/A.yaml:3: wrong')).toBeTruthy();
    expect(writes).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  });

  it('shows what one inherits from where, and deletes it only with its name typed', async () => {
    const { writes } = await show(`/environments?open=${idOf(2)}`);
    const panel = await screen.findByRole('complementary', { name: 'E2' });
    expect(await within(panel).findByText('Busy e-mail')).toBeTruthy();
    expect(within(panel).getByText('/e2')).toBeTruthy();
    cleanup();
    await show(`/environments?open=${idOf(3)}`);
    const leaf = await screen.findByRole('complementary', { name: 'E3' });
    expect(within(leaf).getByRole('link', { name: 'Compare with Production' }).getAttribute('href')).toBe(
      `/data/rulesconfiguration?tab=compare&with=${idOf(3)}`,
    );
    fireEvent.click(within(leaf).getByRole('button', { name: 'Delete' }));
    const question = within(leaf).getByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(writes).toEqual([]);
    fireEvent.change(within(question).getByRole('textbox'), { target: { value: 'e3' } });
    expect(within(question).getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled')).not.toBe('true');
  });
});

describe('the rows of a tree', () => {
  it('count events of all that lies below, whatever is folded', () => {
    const rows = treeRows(ALL, { folded: new Set([idOf(1)]), find: '' });
    expect(rows.map(({ environment: { name }, isOpen, eventsBelow }) => [name, isOpen, eventsBelow])).toEqual([
      ['E1', false, 50],
    ]);
  });

  it('begin folded below the first level where there are many', () => {
    const many = Array.from({ length: 300 }, (_, n) =>
      environment(n + 10, n === 0 ? null : 10 + Math.floor((n - 1) / 3)),
    );
    const folded = foldedAtFirst(many);
    expect(treeRows(many, { folded, find: '' }).map(({ level }) => level)).toEqual([1, 2, 2, 2]);
    expect(
      treeRows(many, { folded, find: 'E309' })
        .map(({ isOpen }) => isOpen)
        .at(-1),
    ).toBeUndefined();
  });
});
