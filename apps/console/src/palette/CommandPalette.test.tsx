import { useShortcut } from '@redoubt/ui';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { renderConsole } from '../testing/render-console.tsx';
import { giveDialogs } from '../testing/give-dialogs.ts';
import { CommandPalette } from './CommandPalette.tsx';

beforeAll(() => {
  giveDialogs();
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

const MATCHES = [
  { eventType: 'purchase', field: 'userId', events: 14, newest: '2026-11-20T08:00:00.000Z', environmentId: null },
];
const resource = (type: string, name: string, id: string) => ({
  key: `${type} ${name}`,
  type,
  id,
  name,
  description: '',
  assessment: type === 'rule' ? 'purchase' : null,
  branch: null,
  environmentName: null,
  isSystem: false,
  changed: null,
});

const show = async (matches: readonly unknown[] = []) => {
  const onClose = vi.fn();
  const asked: string[] = [];
  const shown = await renderConsole(<CommandPalette onClose={onClose} onPanel={vi.fn()} />, {
    answer: ({ path }) => {
      asked.push(path);
      if (path.includes('/search/matches')) return { matches };
      if (path.endsWith('/inventory'))
        return {
          rules: [],
          resources: [resource('rule', 'Stolen cards', 'r-1'), resource('list', 'Watched mailboxes', 'l-1')],
          edges: [],
          canWrite: true,
        };
      if (path.endsWith('/catalogue'))
        return { velocities: [{ name: 'spentByUser', setId: 's-1', setName: 'Spending' }] };
      return new Response(null, { status: 404 });
    },
  });
  const type = (value: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value } });
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  return { ...shown, onClose, type, options, asked };
};

describe('the palette', () => {
  it('finds rules, lists and velocities of the environment by their names', async () => {
    const { type, options } = await show();
    for (const [words, found] of [
      ['stolen', 'Stolen cards'],
      ['mailbox', 'Watched mailboxes'],
      ['spentby', 'spentByUser'],
    ] as const) {
      type(words);
      await waitFor(() => expect(options()[0]).toContain(found));
    }
  });

  it('offers what the server found of a text, and opens its search', async () => {
    const { type, options, onClose, address } = await show(MATCHES);
    type('cust-48213');
    await waitFor(() => expect(options().join()).toContain('cust-48213'));
    fireEvent.click(screen.getAllByRole('option').find((each) => each.textContent.includes('cust-48213')) as Element);
    expect(onClose).toHaveBeenCalledOnce();
    await waitFor(() => expect(decodeURIComponent(address())).toContain('cust-48213'));
  });

  it('offers no event that is not there', async () => {
    const { type, options, asked } = await show([]);
    type('cust-00000');
    await waitFor(() => expect(asked.some((path) => path.includes('/search/matches'))).toBe(true));
    expect(await screen.findByText('Nothing found. Try fewer letters.')).toBeDefined();
    expect(options()).toEqual([]);
  });

  it('runs what a capital letter does on the page, and leaves out what is only listed or has no name', async () => {
    const run = vi.fn();
    const Commands = () => {
      useShortcut('P', 'Assign to…', run);
      useShortcut('p', '', run);
      useShortcut('j', 'Next row', run);
      return <CommandPalette onClose={vi.fn()} onPanel={vi.fn()} />;
    };
    await renderConsole(<Commands />, { answer: () => new Response(null, { status: 404 }) });
    const field = await screen.findByRole('combobox');
    fireEvent.change(field, { target: { value: 'row' } });
    expect(screen.queryByRole('option', { name: /Next row/ })).toBeNull();
    fireEvent.change(field, { target: { value: 'assign to' } });
    expect(screen.getAllByRole('option', { name: /Assign to…/ })).toHaveLength(1);
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(run).toHaveBeenCalledOnce());
  });
});
