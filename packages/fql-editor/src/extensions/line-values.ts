import { type Extension, RangeSet, StateEffect, StateField, type Text } from '@codemirror/state';
import { gutter, GutterMarker } from '@codemirror/view';

/** The value of one sub-expression, as it is written at the right end of the line it ends on. Offsets count from 0. */
export type LineValue = {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** What the value belongs to, shown when pointed at. */
  readonly title: string;
  readonly tone: 'plain' | 'error';
};

const MAX_CHIPS = 4;

class ValuesMarker extends GutterMarker {
  readonly values: readonly LineValue[];

  constructor(values: readonly LineValue[]) {
    super();
    this.values = values;
  }

  override eq(other: ValuesMarker): boolean {
    return (
      this.values.length === other.values.length &&
      this.values.every((value, i) => value.text === other.values[i]?.text && value.title === other.values[i]?.title)
    );
  }

  override toDOM(): Node {
    const box = document.createElement('span');
    box.className = 'fql-values';
    for (const value of this.values.slice(0, MAX_CHIPS)) box.append(chip(value.text, value.title, value.tone));
    const rest = this.values.slice(MAX_CHIPS);
    if (rest.length > 0) box.append(chip(`+${rest.length}`, rest.map(({ title }) => title).join('\n'), 'plain'));
    return box;
  }
}

const chip = (text: string, title: string, tone: LineValue['tone']): HTMLElement => {
  const element = document.createElement('span');
  element.className = tone === 'error' ? 'fql-value fql-value-error' : 'fql-value';
  element.textContent = text;
  element.title = title;
  return element;
};

/** Replaces the values shown; they keep to their lines while the text changes, until the next evaluation. */
export const setLineValues = StateEffect.define<readonly LineValue[]>();

const markersOf = (doc: Text, values: readonly LineValue[]): RangeSet<GutterMarker> => {
  const byLine = new Map<number, LineValue[]>();
  for (const value of values) {
    if (value.to > doc.length) continue;
    const { from } = doc.lineAt(value.to);
    byLine.set(from, [...(byLine.get(from) ?? []), value]);
  }
  const lines = [...byLine].toSorted(([a], [b]) => a - b);
  return RangeSet.of(lines.map(([from, onLine]) => new ValuesMarker(onLine).range(from)));
};

const valuesField = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update: (markers, transaction) => {
    const mapped = transaction.docChanged ? markers.map(transaction.changes) : markers;
    return transaction.effects.reduce(
      (current, effect) => (effect.is(setLineValues) ? markersOf(transaction.state.doc, effect.value) : current),
      mapped,
    );
  },
});

/** A column at the right edge of the code with the values an evaluation found, one chip per value. */
export const lineValues = (): Extension => [
  valuesField,
  gutter({ class: 'fql-values-gutter', side: 'after', markers: (view) => view.state.field(valuesField) }),
];
