/** What was found at a mark: kinds of figures are the same at each of them. */
export type Figure = {
  readonly what: string;
  readonly value: number;
  readonly unit: '/s' | 'µs' | 'ms' | 's' | 'B' | 'MB';
};

const shownNumber = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 });

export const shownFigure = ({ value, unit }: Figure): string =>
  `${shownNumber(value)}${unit === '/s' ? '' : ' '}${unit}`;
