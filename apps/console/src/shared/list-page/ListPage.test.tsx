import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { ListPage } from './ListPage.tsx';
import type { AskedRows } from './RowsState.tsx';
import { useRowSelection } from './use-row-selection.ts';

type Fruit = { readonly id: string; readonly name: string };

const FRUIT: readonly Fruit[] = ['apple', 'pear', 'plum'].map((name) => ({ id: name, name }));
const COLUMNS = [{ id: 'name', header: 'Name', width: 100, cell: ({ name }: Fruit) => name }];
const THERE: AskedRows = { data: [], isError: false, error: null, isPending: false, refetch: () => undefined };

type PageProps = {
  readonly query?: AskedRows;
  readonly rows?: readonly Fruit[];
  readonly canWrite?: boolean;
  readonly onAdd?: () => void;
};

/** Presses a key where the focus is. */
const press = (key: string): void => void fireEvent.keyDown(document.activeElement ?? document.body, { key });

const idOf = ({ id }: Fruit): string => id;

const Page = ({ query = THERE, rows = FRUIT, canWrite = true, onAdd = () => undefined }: PageProps) => {
  const [open, setOpen] = useState<string>();
  const [find, setFind] = useState<string>();
  const selection = useRowSelection(open, setOpen);
  return (
    <ListPage
      title="Fruit"
      canWrite={canWrite}
      add={{ text: 'New fruit', onSelect: onAdd }}
      find={{ text: 'Find fruit', value: find ?? '', onChange: setFind }}
      pane={open ? <aside aria-label="Open">{open}</aside> : null}
      grid={{
        label: 'Fruit',
        query,
        rows: rows.filter(({ name }) => name.includes(find ?? '')),
        rowId: idOf,
        columns: COLUMNS,
        selection,
        isNarrowed: rows.length > 0,
        empty: { title: 'No fruit', body: 'Nothing has grown.' },
        noResult: { title: 'No such fruit', body: 'Type less.' },
      }}
    />
  );
};

describe('a list page', () => {
  beforeEach(giveLayout);
  afterEach(cleanup);

  it('keeps one row in hand, which what is open beside it follows until it is closed', async () => {
    await renderConsole(<Page />);
    (await screen.findByRole('grid', { name: 'Fruit' })).focus();
    press('j');
    expect(screen.queryByRole('complementary', { name: 'Open' })).toBeNull();
    press('Enter');
    const opened = (await screen.findByRole('complementary', { name: 'Open' })).textContent;
    press('j');
    await waitFor(() => expect(screen.getByRole('complementary', { name: 'Open' }).textContent).not.toBe(opened));
    press('Escape');
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Open' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('grid', { name: 'Fruit' }));
  });

  it('goes to the field by its key, and says that nothing is left of what is there', async () => {
    await renderConsole(<Page />);
    await screen.findByText('plum');
    press('/');
    fireEvent.change(screen.getByRole('searchbox', { name: 'Find fruit' }), { target: { value: 'kiwi' } });
    expect(await screen.findByText('No such fruit')).toBeTruthy();
    press('Escape');
    expect(await screen.findByText('plum')).toBeTruthy();
  });

  it('adds by its key, and offers the same where there is nothing yet', async () => {
    const onAdd = vi.fn<() => void>();
    await renderConsole(<Page rows={[]} onAdd={onAdd} />);
    await screen.findByText('No fruit');
    press('n');
    fireEvent.click(screen.getAllByRole('button', { name: 'New fruit' }).at(-1)!);
    expect(onAdd).toHaveBeenCalledTimes(2);
  });

  it('gives readers no way to add', async () => {
    const onAdd = vi.fn<() => void>();
    await renderConsole(<Page rows={[]} canWrite={false} onAdd={onAdd} />);
    await screen.findByText('No fruit');
    press('n');
    expect(onAdd).not.toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: 'New fruit' })).toBeNull();
    expect(screen.getByText('Read only')).toBeTruthy();
  });

  it('says what failed and asks again, and keeps rows that came before', async () => {
    const refetch = vi.fn<() => void>();
    const failed = { ...THERE, isError: true, error: new Error('down'), refetch };
    await renderConsole(<Page query={{ ...failed, data: undefined }} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
    cleanup();
    await renderConsole(<Page query={failed} />);
    expect(await screen.findByText('plum')).toBeTruthy();
  });
});
