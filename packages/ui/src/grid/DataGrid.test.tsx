import { createBundledTexts, TextProvider } from '@redoubt/i18n';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ShortcutProvider, useActiveShortcuts } from '../shortcuts/shortcuts.tsx';
import { DataGrid, type DataGridProps } from './DataGrid.tsx';
import type { GridColumn } from './grid-column.ts';

type Item = { readonly id: string; readonly name: string; readonly amount: number };

const items = (count: number, from = 0): readonly Item[] =>
  Array.from({ length: count }, (_each, at) => ({ id: `id-${from + at}`, name: `Name ${from + at}`, amount: at }));

const narrowed = vi.fn();
const columns: readonly GridColumn<Item>[] = [
  { id: 'id', header: 'Event', width: 120, mono: true, hideable: false, cell: (item) => item.id },
  {
    id: 'name',
    header: 'Customer',
    width: 160,
    grow: true,
    cell: (item) => item.name,
    narrow: (item) => () => narrowed(item.name),
  },
  { id: 'amount', header: 'Amount', width: 80, align: 'end', sorted: 'descending', cell: (item) => item.amount },
];

const texts = createBundledTexts();

const Example = (props: Partial<DataGridProps<Item>>) => {
  const [current, setCurrent] = useState<string | null>(null);
  return (
    <TextProvider texts={texts}>
      <DataGrid
        label="Events"
        rows={items(500)}
        rowId={(item) => item.id}
        columns={columns}
        current={current}
        onCurrent={setCurrent}
        {...props}
      />
    </TextProvider>
  );
};

const grid = () => screen.getByRole('grid', { name: 'Events' });
const press = (...keys: readonly string[]) => {
  for (const key of keys) fireEvent.keyDown(grid(), { key });
};
/** What is read out of the cell the keyboard stands on; a value that may be cut stands there twice. */
const activeText = () => {
  const cell = document.getElementById(grid().getAttribute('aria-activedescendant') ?? '')?.cloneNode(true);
  if (!(cell instanceof HTMLElement)) return undefined;
  for (const hidden of cell.querySelectorAll('[aria-hidden]')) hidden.remove();
  return cell.textContent;
};

describe('the grid', () => {
  beforeAll(() => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(640);
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(800);
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(640);
    Element.prototype.scrollTo = function scrollTo(this: Element, options?: unknown) {
      this.scrollTop = (options as ScrollToOptions).top ?? 0;
      this.dispatchEvent(new Event('scroll'));
    };
  });
  afterEach(() => {
    cleanup();
    narrowed.mockReset();
  });

  it('says how many rows and columns there are and draws only those in view', () => {
    render(<Example total={1286} />);
    expect(grid().getAttribute('aria-rowcount')).toBe('1287');
    expect(grid().getAttribute('aria-colcount')).toBe('3');
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Event',
      'Customer',
      'Amount',
    ]);
    expect(screen.getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort')).toBe('descending');
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
  });

  it('moves the cell in hand with the keys of a spreadsheet', () => {
    render(<Example />);
    act(() => grid().focus());
    expect(activeText()).toBe('id-0');
    press('ArrowDown', 'ArrowRight');
    expect(activeText()).toContain('Name 1');
    press('End');
    expect(activeText()).toBe('1');
    press('Home', 'j', 'j', 'k');
    expect(activeText()).toBe('id-2');
    expect(screen.getByRole('row', { selected: true }).textContent).toContain('id-2');
  });

  it('cuts an identifier in the middle, and code at its end', () => {
    const rows = [{ id: 'ord-7373b1c2-83d0', name: 'WHEN @"a" > 1', amount: 1 }];
    const code = columns.map((column) => (column.id === 'name' ? { ...column, mono: true } : column));
    render(<Example rows={rows} columns={code} />);
    expect(screen.getByTitle('ord-7373b1c2-83d0')).toBeTruthy();
    expect(screen.queryByTitle('WHEN @"a" > 1')).toBeNull();
  });

  it('takes j and Space while only the heading of the page has the focus', () => {
    const onPeek = vi.fn();
    render(
      <>
        <h1 tabIndex={-1} data-page-title>
          Search
        </h1>
        <Example onPeek={onPeek} />
      </>,
    );
    act(() => screen.getByRole('heading').focus());
    fireEvent.keyDown(screen.getByRole('heading'), { key: 'j' });
    expect(document.activeElement).toBe(grid());
    press(' ');
    expect(onPeek).toHaveBeenCalledExactlyOnceWith(items(1)[0]);
  });

  it('leaves the keys of the page alone beside another list', () => {
    render(
      <>
        <h1 tabIndex={-1} data-page-title>
          Search
        </h1>
        <Example takesPageKeys={false} />
      </>,
    );
    act(() => screen.getByRole('heading').focus());
    fireEvent.keyDown(screen.getByRole('heading'), { key: 'j' });
    expect(document.activeElement).toBe(screen.getByRole('heading'));
  });

  it('keeps the row in hand itself where its page does not', () => {
    render(
      <TextProvider texts={texts}>
        <DataGrid label="Events" rows={items(500)} rowId={(item) => item.id} columns={columns} />
      </TextProvider>,
    );
    act(() => grid().focus());
    press('j', 'j');
    expect(activeText()).toContain('id-2');
  });

  it('lists its keys while it is on the page, and those alone that do something', () => {
    const Listed = () => (
      <output>
        {useActiveShortcuts()
          .map(({ keys }) => keys)
          .join(', ')}
      </output>
    );
    const show = (children: ReactNode) => (
      <ShortcutProvider enabled>
        <Listed />
        {children}
      </ShortcutProvider>
    );
    const { rerender } = render(show(<Example onOpen={vi.fn()} />));
    expect(screen.getByRole('status').textContent).toBe('j, k, ↑ ↓ ← →, Home End, PageUp PageDown, Enter, f, Ctrl C');
    rerender(show(<Example onPeek={vi.fn()} columns={columns.slice(0, 1)} />));
    expect(screen.getByRole('status').textContent).toBe('j, k, ↑ ↓ ← →, Home End, PageUp PageDown, Space, Ctrl C');
    rerender(show(null));
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('opens with Enter, peeks with Space, closes with Escape', () => {
    const [onOpen, onPeek, onClose] = [vi.fn(), vi.fn(), vi.fn()];
    render(<Example onOpen={onOpen} onPeek={onPeek} onClose={onClose} />);
    act(() => grid().focus());
    press('ArrowDown', ' ');
    expect(onPeek).toHaveBeenCalledExactlyOnceWith(items(2)[1]);
    press('Enter');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(items(2)[1]);
    press('Escape');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('reaches the header with the keyboard and leaves rows alone there', () => {
    const onOpen = vi.fn();
    render(<Example onOpen={onOpen} />);
    act(() => grid().focus());
    press('ArrowUp');
    expect(activeText()).toBe('Event');
    press('Enter');
    expect(onOpen).not.toHaveBeenCalled();
  });

  it('widens a column with Alt and the arrows', () => {
    render(<Example />);
    act(() => grid().focus());
    press('ArrowUp');
    const header = screen.getByRole('columnheader', { name: 'Event' });
    const before = header.parentElement?.style.gridTemplateColumns;
    fireEvent.keyDown(grid(), { key: 'ArrowRight', altKey: true });
    expect(before).toContain('120px');
    expect(header.parentElement?.style.gridTemplateColumns).toContain('128px');
  });

  it('narrows to the value of a cell by key and by button', () => {
    render(<Example />);
    act(() => grid().focus());
    press('ArrowRight', 'f');
    expect(narrowed).toHaveBeenLastCalledWith('Name 0');
    const row = screen.getByText('id-3').closest('[role="row"]');
    fireEvent.pointerEnter(row as Element);
    fireEvent.click(within(row as HTMLElement).getByRole('button', { name: 'Only this value: Customer' }));
    expect(narrowed).toHaveBeenLastCalledWith('Name 3');
  });

  it('asks for the next page only when its end comes near', () => {
    const onMore = vi.fn();
    const { rerender } = render(<Example hasMore onMore={onMore} />);
    expect(onMore).not.toHaveBeenCalled();
    rerender(<Example rows={items(20)} hasMore onMore={onMore} />);
    expect(onMore).toHaveBeenCalledOnce();
    rerender(<Example rows={items(20)} hasMore isLoadingMore onMore={onMore} />);
    expect(onMore).toHaveBeenCalledOnce();
  });

  it('stands in skeleton rows while the first page is on its way', () => {
    render(<Example rows={[]} isLoading />);
    expect(grid().getAttribute('aria-busy')).toBe('true');
    const [, body] = screen.getAllByRole('rowgroup');
    expect(body?.childElementCount).toBeGreaterThan(10);
    expect(screen.getAllByRole('row')).toHaveLength(1);
  });

  it('puts the first rows in the place of the skeletons', () => {
    const { rerender } = render(<Example rows={[]} isLoading />);
    rerender(<Example rows={items(2)} />);
    expect(screen.getAllByRole('row')).toHaveLength(3);
  });

  it('keeps the place when rows arrive above it', () => {
    const old = items(500);
    const { rerender } = render(<Example rows={old} />);
    grid().scrollTop = 3200;
    fireEvent.scroll(grid());
    rerender(<Example rows={[...items(7, 9000), ...old]} />);
    expect(grid().scrollTop).toBe(3200 + 7 * 32);
  });

  it('shows the columns that were chosen, in their order', () => {
    render(<Example shown={['amount', 'id']} />);
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual(['Amount', 'Event']);
  });
});
