import { createBundledTexts, TextProvider } from '@redoubt/i18n';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ShortcutProvider, useActiveShortcuts } from '../shortcuts/shortcuts.tsx';
import { BarList } from './BarList.tsx';
import { ShareBar } from './ShareBar.tsx';
import { barPieces, markGroups } from './stacked-bars.ts';
import { StackedBars } from './StackedBars.tsx';

const series = [
  { id: 'Reject', name: 'Reject', fill: 'red' },
  { id: 'Review', name: 'Review', fill: 'orange' },
];
const buckets = [
  { fromMs: 0, toMs: 1000, counts: { Reject: 3, Review: 1 } },
  { fromMs: 1000, toMs: 2000, counts: { Review: 2 }, unfinished: true },
];
const texts = createBundledTexts();
const show = (element: ReactElement) => render(<TextProvider texts={texts}>{element}</TextProvider>);
const bars = (onPick?: (from: number, to: number) => void) => (
  <StackedBars
    label="Purchases"
    series={series}
    buckets={buckets}
    height={100}
    formatCount={String}
    formatTick={String}
    formatBucket={(from, to) => `${from} to ${to}`}
    {...(onPick ? { onPick } : {})}
  />
);
const chart = () => screen.getByRole('slider', { name: /^Purchases/ });

afterEach(cleanup);

describe('stacked bars', () => {
  it('read every value with the arrow keys', () => {
    show(bars());
    fireEvent.keyDown(chart(), { key: 'Home' });
    expect(chart().getAttribute('aria-valuetext')).toBe('0 to 1000, Total 4, Reject 3, Review 1');
    fireEvent.keyDown(chart(), { key: 'ArrowRight' });
    expect(chart().getAttribute('aria-valuetext')).toBe('1000 to 2000, Total 2, Reject 0, Review 2');
  });

  it('end a scale of parts of a whole where the whole ends', () => {
    // Three shares of a whole, whose sum is a little more than 100 in floating point.
    const shares = [{ fromMs: 0, toMs: 1000, counts: { Reject: 14.285714285714286, Review: 85.71428571428572 } }];
    const { container } = show(
      <StackedBars
        label="Shares"
        series={series}
        buckets={shares}
        ceiling={100}
        height={200}
        formatCount={(count) => `${Math.round(count)} %`}
        formatTick={String}
        formatBucket={String}
      />,
    );
    const labels = [...container.querySelectorAll('svg text')].map(({ textContent }) => textContent);
    expect(labels.slice(0, 4)).toEqual(['25 %', '50 %', '75 %', '100 %']);
  });

  it('narrow to a bucket with Enter', () => {
    const onPick = vi.fn();
    show(bars(onPick));
    fireEvent.keyDown(chart(), { key: 'Home' });
    fireEvent.keyDown(chart(), { key: 'Enter' });
    expect(onPick).toHaveBeenCalledExactlyOnceWith(0, 1000);
  });

  it('turn into a table and back by key', () => {
    show(bars());
    fireEvent.keyDown(chart(), { key: 't' });
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      'TimeRejectReviewTotal',
      '1000 to 2000 (still filling)022',
      '0 to 1000314',
    ]);
    fireEvent.keyDown(screen.getByRole('group', { name: 'Purchases' }), { key: 'Escape' });
    expect(chart()).toBeDefined();
  });

  it('write the letters of changes above the label of the highest bar', () => {
    const marked = <StackedBars {...bars().props} marks={[{ atMs: 500, letter: 'A', text: 'Rule published' }]} />;
    show(marked);
    const yOf = (said: string): number =>
      Math.max(...screen.getAllByText(said, { selector: 'text' }).map((each) => Number(each.getAttribute('y'))));
    // 11 pixels of type, with room between.
    expect(yOf('4') - yOf('A')).toBeGreaterThanOrEqual(14);
  });

  it('join marks that would write over each other', () => {
    const marks = [5, 6, 100].map((atMs, at) => ({ atMs, letter: 'ABC'.charAt(at), text: `change ${at}` }));
    expect(markGroups(marks, (atMs) => atMs, 9)).toEqual([
      { x: 5, letters: 'AB', text: 'change 0\nchange 1', marks: marks.slice(0, 2) },
      { x: 100, letters: 'C', text: 'change 2', marks: marks.slice(2) },
    ]);
  });

  it('name a row of joined marks by its ends, whichever way its letters run', () => {
    const marks = [1, 2, 3, 4].map((atMs, at) => ({ atMs, letter: 'DCBA'.charAt(at), text: '' }));
    expect(markGroups(marks, (atMs) => atMs, 9).map(({ letters }) => letters)).toEqual(['A–D']);
  });

  it('go on with two letters, which keep their room and are joined in their order', () => {
    const marks = ['Z', 'AA', 'AB', 'BA'].map((letter, at) => ({ atMs: at < 2 ? 0 : at * 100, letter, text: '' }));
    expect(markGroups(marks, (atMs) => atMs, 9).map(({ letters }) => letters)).toEqual(['Z AA', 'AB', 'BA']);
    const row = ['AB', 'Z', 'AA'].map((letter, atMs) => ({ atMs, letter, text: '' }));
    expect(markGroups(row, (atMs) => atMs, 9).map(({ letters }) => letters)).toEqual(['Z–AB']);
  });

  it('never hide a single event among thousands', () => {
    const place = { x: 0, width: 4, baseline: 100, pixelsPerEvent: 0.001 };
    expect(barPieces({ fromMs: 0, toMs: 1, counts: { Reject: 1 } }, series, place)[0]?.height).toBe(1);
    expect(barPieces({ fromMs: 0, toMs: 1, counts: { Reject: 0 } }, series, place)).toEqual([]);
  });
});

describe('the share bar', () => {
  it('says its parts in words', () => {
    const shares = series.map((each, at) => ({ ...each, value: at * 5 }));
    show(<ShareBar label="Decisions" shares={shares} formatCount={String} />);
    expect(screen.getByRole('img', { name: 'Decisions: Review 5' })).toBeDefined();
  });
});

describe('the list of frequent values', () => {
  it('narrows to the chosen one and shows which is chosen', () => {
    const onPick = vi.fn();
    const items = [
      { id: 'DE', text: 'Germany', value: 4, pressed: true },
      { id: 'DK', text: 'Denmark', value: 2 },
    ];
    show(<BarList title="Country" items={items} formatCount={String} onPick={onPick} />);
    const group = screen.getByRole('group', { name: 'Country' });
    expect(within(group).getByRole('button', { pressed: true }).textContent).toBe('Germany4');
    fireEvent.click(within(group).getByRole('button', { name: /Denmark/ }));
    expect(onPick).toHaveBeenCalledExactlyOnceWith('DK');
  });
});

describe('the keys of a chart', () => {
  afterEach(cleanup);

  it('are listed in the overview, with Enter where a press narrows the page', () => {
    const Keys = () => <output>{useActiveShortcuts().map(({ keys }) => `${keys};`)}</output>;
    const listed = (onPick?: () => void) => {
      cleanup();
      show(
        <ShortcutProvider enabled>
          {bars(onPick)}
          <Keys />
        </ShortcutProvider>,
      );
      return screen.getByRole('status').textContent;
    };
    expect(listed()).toBe('← →;Home End;T;');
    expect(listed(vi.fn())).toBe('← →;Home End;Enter;T;');
  });
});
