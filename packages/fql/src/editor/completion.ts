/** What a completion stands for; the editor picks its icon by it. */
export type CompletionKind =
  | 'keyword'
  | 'attribute'
  | 'variable'
  | 'function'
  | 'method'
  | 'property'
  | 'root'
  | 'constant'
  | 'list'
  | 'column'
  | 'value';

/** One proposal. `insert` replaces the text from `from` to `to`; `cursor` is where the caret goes within it. */
export type Completion = {
  readonly kind: CompletionKind;
  readonly label: string;
  readonly insert: string;
  readonly from: number;
  readonly to: number;
  readonly cursor: number;
  /** Type or signature, one line. */
  readonly detail: string;
  readonly documentation: string;
  /** What happens at the edges; may be empty. */
  readonly edge: string;
};
