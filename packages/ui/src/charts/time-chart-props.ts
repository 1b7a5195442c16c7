import type { Ref } from 'react';
import type { ChartBucket, ChartMark, ChartSeries, ChartShape } from './time-chart.ts';

/** A place between two buckets that a person moves, such as a cut-off, or a bucket that a person picks. */
export type ChartCut = {
  /** Buckets before it. */
  readonly at: number;
  /** Whether the bucket itself is picked: the line stands in its middle, not at its beginning. */
  readonly isBucket?: boolean;
  /** What is moved, for people who hear the page. */
  readonly label: string;
  /** Where it stands, in words. */
  readonly text: string;
  readonly onMove: (at: number) => void;
};

/** What a chart over time, or over another row of buckets, is drawn of. */
export type TimeChartProps = {
  /** What is shown, for people who hear the page and as name of the table. */
  readonly label: string;
  readonly buckets: readonly ChartBucket[];
  readonly series: readonly ChartSeries[];
  /** Lines from point to point, or bars that stand on each other; the first series is at the bottom. */
  readonly shape: ChartShape;
  /** What `before` of the series is called. */
  readonly beforeName?: string | undefined;
  readonly marks?: readonly ChartMark[];
  /** Where the axis ends, for parts of a whole; a round number above the highest value without it. */
  readonly ceiling?: number | undefined;
  /** Drawn as a line, with a handle below the chart. */
  readonly cut?: ChartCut | undefined;
  /** What buckets are called in the table; times where absent. */
  readonly axisName?: string | undefined;
  /** A line of text below each bucket, where there is room. */
  readonly footer?: readonly string[] | undefined;
  /** Height in pixels, labels included. */
  readonly height: number;
  readonly format: (value: number) => string;
  readonly formatTick: (bucket: ChartBucket) => string;
  readonly formatBucket: (bucket: ChartBucket) => string;
  /** Where a value leads to; null where nothing can be asked for it. */
  readonly hrefOf?: ((at: number, seriesId: string) => string | null) | undefined;
  readonly onOpen?: ((href: string) => void) | undefined;
  /** Shows the values as a table in place of the drawing. */
  readonly asTable: boolean;
  readonly onTable: (asTable: boolean) => void;
  /** The drawing, for files made of it. */
  readonly drawing?: Ref<SVGSVGElement>;
};
