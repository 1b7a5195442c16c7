import { createBundledTexts, TextProvider } from '@redoubt/i18n';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState, type ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ShortcutProvider } from '../shortcuts/shortcuts.tsx';
import { ChartGroup } from './chart-cursor.tsx';
import { axisOf, labelledBuckets, runsOf, seriesAt, spreadLabels } from './time-chart.ts';
import type { TimeChartProps } from './time-chart-props.ts';
import { TimeChart } from './TimeChart.tsx';

const texts = createBundledTexts();
const buckets = [
  { fromMs: 0, toMs: 1000 },
  { fromMs: 1000, toMs: 2000 },
  { fromMs: 2000, toMs: 3000, unfinished: true },
];
const rejected = { id: 'rejected', name: 'Reject', fill: 'red', values: [4, null, 2], before: [1, 2, 3] };
const reviewed = { id: 'reviewed', name: 'Review', fill: 'orange', values: [10, 20, 30] };

const Chart = (change: Partial<TimeChartProps>): ReactElement => {
  const [asTable, setTable] = useState(false);
  return (
    <TimeChart
      label="Decisions"
      buckets={buckets}
      series={[rejected, reviewed]}
      shape="lines"
      beforeName="before"
      height={200}
      format={String}
      formatTick={({ fromMs }) => String(fromMs)}
      formatBucket={({ fromMs, toMs }) => `${fromMs} to ${toMs}`}
      asTable={asTable}
      onTable={setTable}
      {...change}
    />
  );
};

const show = (element: ReactElement) =>
  render(
    <TextProvider texts={texts}>
      <ShortcutProvider enabled>{element}</ShortcutProvider>
    </TextProvider>,
  );
const slider = (name = /^Decisions/) => screen.getByRole('slider', { name });
const said = (name?: RegExp) => slider(name).getAttribute('aria-valuetext');

afterEach(cleanup);

describe('a chart over time', () => {
  it('reads every value with the arrow keys, and says what is not known', () => {
    show(<Chart />);
    expect(said()).toBe('Whole range');
    fireEvent.keyDown(slider(), { key: 'Home' });
    expect(said()).toBe('0 to 1000, Reject 4, Reject, before 1, Review 10');
    fireEvent.keyDown(slider(), { key: 'ArrowRight' });
    expect(said()).toBe('1000 to 2000, Reject –, Reject, before 2, Review 20');
    fireEvent.keyDown(slider(), { key: 'Escape' });
    expect(said()).toBe('Whole range');
  });

  it('opens the events of the series and bucket under the cursor, and none where there are none', () => {
    const onOpen = vi.fn();
    show(<Chart hrefOf={(at, series) => `/${series}/${at}`} onOpen={onOpen} />);
    fireEvent.keyDown(slider(), { key: 'End' });
    fireEvent.keyDown(slider(), { key: 'Enter' });
    expect(onOpen).toHaveBeenLastCalledWith('/rejected/2');
    fireEvent.keyDown(slider(), { key: 'ArrowDown' });
    fireEvent.keyDown(slider(), { key: 'Enter' });
    expect(onOpen).toHaveBeenLastCalledWith('/reviewed/2');
    fireEvent.keyDown(slider(), { key: 'ArrowUp' });
    fireEvent.keyDown(slider(), { key: 'ArrowLeft' });
    fireEvent.keyDown(slider(), { key: 'Enter' });
    expect(onOpen).toHaveBeenCalledTimes(2);
  });

  it('turns into a table whose values lead to the same events, and back', () => {
    show(<Chart hrefOf={(at, series) => `/${series}/${at}`} onOpen={() => undefined} />);
    fireEvent.keyDown(slider(), { key: 't' });
    const table = screen.getByRole('table', { name: 'Decisions' });
    const rows = within(table).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      'TimeRejectReject, beforeReview',
      '2000 to 3000 (still filling)2330',
      '1000 to 2000–220',
      '0 to 10004110',
    ]);
    expect(within(table).getByRole('link', { name: '20' }).getAttribute('href')).toBe('/reviewed/1');
    fireEvent.keyDown(screen.getByRole('group', { name: 'Decisions' }), { key: 'T' });
    expect(slider()).toBeTruthy();
  });

  it('has one cursor with the other charts of its group', () => {
    show(
      <ChartGroup>
        <Chart />
        <Chart label="Volume" series={[reviewed]} />
      </ChartGroup>,
    );
    fireEvent.keyDown(slider(), { key: 'Home' });
    expect(said(/^Volume/)).toBe('0 to 1000, Review 10');
  });

  it('leads from its letters to what was changed', () => {
    const marks = [
      { atMs: 1500, letter: 'A', text: 'Limits, version 2', href: '/rules?version=2' },
      { atMs: 2500, letter: 'B', text: 'Watched countries' },
    ];
    show(<Chart marks={marks} />);
    const link = screen.getByRole('link', { name: 'A: Limits, version 2' });
    expect(link.getAttribute('href')).toBe('/rules?version=2');
    expect(screen.queryByRole('link', { name: /^B/ })).toBeNull();
  });

  it('says the usual range of the value under the cursor', () => {
    const band = [{ low: 8, high: 12 }, null, null];
    show(<Chart series={[{ ...reviewed, band }]} />);
    fireEvent.keyDown(slider(), { key: 'Home' });
    expect(said()).toBe('0 to 1000, Review 10, usual range 8 – 12');
  });
});

describe('the geometry of a chart', () => {
  it('ends its axis above the highest line or the highest bar, in whole numbers for counts', () => {
    const one = { ...reviewed, values: [3, 3] };
    expect(axisOf('lines', 2, [one, one], 4)).toEqual({ top: 5, bottom: 0, lines: [5] });
    expect(axisOf('bars', 2, [one, one], 4)).toEqual({ top: 10, bottom: 0, lines: [5, 10] });
    const share = { ...reviewed, values: [0.31, 0.2] };
    expect(axisOf('lines', 2, [share], 2)).toEqual({ top: 0.5, bottom: 0, lines: [0.25, 0.5] });
    expect(axisOf('bars', 2, [{ ...reviewed, values: [8, -3] }], 2)).toEqual({
      top: 10,
      bottom: -5,
      lines: [-5, 0, 5, 10],
    });
  });

  it('breaks a line where a value is missing', () => {
    expect(runsOf([1, null, 2, 3])).toEqual([[0], [2, 3]]);
    expect(runsOf([null])).toEqual([]);
  });

  it('moves labels apart and keeps them inside', () => {
    expect(spreadLabels([10, 11, 90], 15, 0, 100)).toEqual([10, 25, 90]);
    expect(spreadLabels([98, 99], 15, 0, 100)).toEqual([85, 100]);
  });

  it('labels every nth bucket, so that all labels fit', () => {
    expect(labelledBuckets(28, 10)).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27]);
    expect(labelledBuckets(168, 8)).toEqual([0, 24, 48, 72, 96, 120, 144]);
  });

  it('finds the nearest line and the bar that holds a value', () => {
    const pair = [rejected, reviewed];
    expect(seriesAt('lines', pair, 0, 6)).toBe(0);
    expect(seriesAt('lines', pair, 0, 8)).toBe(1);
    expect(seriesAt('bars', pair, 0, 3)).toBe(0);
    expect(seriesAt('bars', pair, 0, 12)).toBe(1);
  });
});
