/** Kinds of JSON values as a schema describes them. */
export type JsonKind = 'string' | 'number' | 'boolean' | 'dateTime' | 'enum' | 'object' | 'array';

/**
 * Types of the language. `Untyped` is an attribute (or a variable bound to one) whose type the use site decides; `Json`
 * is a JSON node of any kind; `DayOfWeek` is a name beside text and a number beside
 * numbers. `Answer` is what a call came back with, `Function` a call of a function whose properties can be read; neither
 * has a name in texts. `Invalid` marks an expression already reported, so that one mistake is reported once.
 */
export type FqlType =
  | 'Boolean'
  | 'Int32'
  | 'Double'
  | 'String'
  | 'DateTime'
  | 'TimeSpan'
  | 'Json'
  | 'Untyped'
  | 'CharSet'
  | 'StringComparison'
  | 'MidpointRounding'
  | 'Decision'
  | 'DayOfWeek'
  | 'Pattern'
  | 'Record'
  | 'Answer'
  | 'Function'
  | 'Invalid';

/** Types whose values are named by a member of a root and only say how a function works: they are no values to compare or show. */
export const isChoice = (type: FqlType): boolean =>
  type === 'CharSet' || type === 'StringComparison' || type === 'MidpointRounding';
