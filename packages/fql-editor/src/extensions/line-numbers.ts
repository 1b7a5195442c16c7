import { type Extension } from '@codemirror/state';
import { lineNumbers } from '@codemirror/view';

/** Line numbers that go on from the editor above: the first line of this one is `firstLine`. */
export const continuousLineNumbers = (firstLine: number): Extension =>
  lineNumbers({ formatNumber: (line) => String(line + firstLine - 1) });
