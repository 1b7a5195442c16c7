import { type Extension, RangeSet, StateEffect, StateField, type EditorState } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  gutter,
  gutterLineClass,
  GutterMarker,
  WidgetType,
} from '@codemirror/view';

/** Lines that differ from another text. Line numbers count from 1. */
export type LineChanges = {
  readonly added: readonly number[];
  /** Lines that are gone, shown above the line they stood before (one past the end for the last). */
  readonly removed: readonly { readonly beforeLine: number; readonly text: string }[];
};

export const NO_CHANGES: LineChanges = { added: [], removed: [] };

/** Replaces the marks. */
export const setLineChanges = StateEffect.define<LineChanges>();

class SignMarker extends GutterMarker {
  readonly sign: string;

  constructor(sign: string) {
    super();
    this.sign = sign;
  }

  override eq(other: SignMarker): boolean {
    return other.sign === this.sign;
  }

  override toDOM(): Node {
    return document.createTextNode(this.sign);
  }
}

const PLUS = new SignMarker('+');
const MINUS = new SignMarker('−');

/** Goes on with the ground of an added line in the gutters. */
class AddedGround extends GutterMarker {
  override elementClass = 'fql-added-line';
}

const GROUND = new AddedGround();

class RemovedLine extends WidgetType {
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  override eq(other: RemovedLine): boolean {
    return other.text === this.text;
  }

  override toDOM(): HTMLElement {
    const line = document.createElement('div');
    line.className = 'fql-removed-line';
    const gone = document.createElement('del');
    gone.textContent = this.text === '' ? ' ' : this.text;
    line.append(gone);
    return line;
  }
}

type Marks = {
  readonly lines: DecorationSet;
  readonly signs: RangeSet<GutterMarker>;
  readonly grounds: RangeSet<GutterMarker>;
};

const addedLine = Decoration.line({ class: 'fql-added-line' });

const marksOf = (state: EditorState, changes: LineChanges): Marks => {
  const { doc } = state;
  const added = changes.added.filter((line) => line <= doc.lines).map((line) => doc.line(line).from);
  const removed = changes.removed.map(({ beforeLine, text }, index) => {
    const atEnd = beforeLine > doc.lines;
    const place = atEnd ? doc.length : doc.line(Math.max(beforeLine, 1)).from;
    const side = atEnd ? index + 1 : index - changes.removed.length;
    return Decoration.widget({ widget: new RemovedLine(text), block: true, side }).range(place);
  });
  return {
    lines: Decoration.set([...added.map((from) => addedLine.range(from)), ...removed], true),
    signs: RangeSet.of(
      added.map((from) => PLUS.range(from)),
      true,
    ),
    grounds: RangeSet.of(
      added.map((from) => GROUND.range(from)),
      true,
    ),
  };
};

const NOTHING: Marks = { lines: Decoration.none, signs: RangeSet.empty, grounds: RangeSet.empty };

const marksField = StateField.define<Marks>({
  create: () => NOTHING,
  update: (marks, transaction) => {
    const mapped = transaction.docChanged
      ? {
          lines: marks.lines.map(transaction.changes),
          signs: marks.signs.map(transaction.changes),
          grounds: marks.grounds.map(transaction.changes),
        }
      : marks;
    return transaction.effects.reduce(
      (current, effect) => (effect.is(setLineChanges) ? marksOf(transaction.state, effect.value) : current),
      mapped,
    );
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ lines }) => lines),
    gutterLineClass.from(field, ({ grounds }) => grounds),
  ],
});

/** Marks added lines, and shows removed ones struck out where they stood. */
export const changeMarks = (): Extension => [
  marksField,
  gutter({
    class: 'fql-change-gutter',
    markers: (view) => view.state.field(marksField).signs,
    widgetMarker: (_view, widget) => (widget instanceof RemovedLine ? MINUS : null),
    initialSpacer: () => PLUS,
  }),
];
