import { dataProblem, type DataProblem, type DataProblemCode } from '../errors/data-problem.ts';

/** How a cell is read. */
export const CELL_TYPES = ['text', 'number', 'integer', 'boolean', 'dateTime'] as const;
export type CellType = (typeof CELL_TYPES)[number];

export type Placeholder = { readonly column: string; readonly type: CellType };

/** Text with places for cells: `hb-{TRANSACTION_ID}`. */
export type Template = { readonly parts: readonly (string | Placeholder)[] };

/** A value of a row; undefined where a cell it needs is empty. */
export type CellValue = string | number | boolean | undefined;

/** Reads the cell of a column; empty text where the row has none. */
export type CellReader = (column: string) => string;

/** A cell that is not what the map says it is. */
export class CellError extends Error {
  override readonly name = 'CellError';
  readonly column: string;
  readonly problem: DataProblem;

  constructor(column: string, message: string, problem: DataProblem) {
    super(message);
    this.column = column;
    this.problem = problem;
  }
}

const TOKEN = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;

const isCellType = (text: string): text is CellType => (CELL_TYPES as readonly string[]).includes(text);

const parsePlaceholder = (inside: string): Placeholder => {
  const colon = inside.lastIndexOf(':');
  const column = (colon < 0 ? inside : inside.slice(0, colon)).trim();
  const type = colon < 0 ? 'text' : inside.slice(colon + 1).trim();
  if (column === '') throw new SyntaxError('{} names no column; write {COLUMN} or {COLUMN:number}');
  if (!isCellType(type)) {
    throw new SyntaxError(`{${inside}} has no known type; the types are ${CELL_TYPES.join(', ')}`);
  }
  return { column, type };
};

/**
 * Parses a template. `{COLUMN}` is a cell as text, `{COLUMN:type}` a typed one, `{{` and `}}` are the braces themselves.
 *
 * @throws `SyntaxError` in plain words.
 */
export const parseTemplate = (text: string): Template => {
  const parts: (string | Placeholder)[] = [];
  let literal = '';
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    literal += text.slice(end, match.index);
    end = match.index + match[0].length;
    if (match[0] === '{{' || match[0] === '}}') {
      literal += match[0].charAt(0);
    } else if (match[1] === undefined) {
      throw new SyntaxError(`a single ${match[0]} stands alone; write ${match[0]}${match[0]} for the character itself`);
    } else {
      if (literal !== '') parts.push(literal);
      literal = '';
      parts.push(parsePlaceholder(match[1]));
    }
  }
  literal += text.slice(end);
  if (literal !== '' || parts.length === 0) parts.push(literal);
  return { parts };
};

export const columnsOf = (template: Template): readonly string[] =>
  template.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.column]));

/** Type of the value a template gives: that of its only cell, else text. */
export const templateType = (template: Template): CellType => {
  const [first, ...others] = template.parts;
  return typeof first === 'object' && others.length === 0 ? first.type : 'text';
};

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,7})?)?)\s?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** `2018-04-01 00:00:31` → `2018-04-01T00:00:31Z`; without an offset the time is UTC. */
const toDateTime = (text: string): string | null => {
  const match = DATE_TIME.exec(text);
  if (match === null) return null;
  const [, date = '', time = '00:00:00', offset = 'Z'] = match;
  const value = `${date}T${time.length === 5 ? `${time}:00` : time}${offset.toUpperCase()}`;
  const [year, month, day] = date.split('-').map(Number);
  const isDay = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day)).toISOString().startsWith(date);
  return isDay && !Number.isNaN(Date.parse(value)) ? value : null;
};

const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
};

const expected = ({ column }: Placeholder, cell: string, code: DataProblemCode, what: string): CellError =>
  new CellError(column, `column ${column} holds "${cell}", which is not ${what}`, dataProblem(code, { column, cell }));

const readCell = (placeholder: Placeholder, cell: string): CellValue => {
  if (cell === '') return undefined;
  switch (placeholder.type) {
    case 'text':
      return cell;
    case 'number': {
      const value = Number(cell);
      if (Number.isFinite(value)) return value;
      throw expected(placeholder, cell, 'cellNumber', 'a number (digits, with a point before decimals)');
    }
    case 'integer': {
      const value = Number(cell);
      if (Number.isSafeInteger(value)) return value;
      throw expected(placeholder, cell, 'cellInteger', 'a whole number');
    }
    case 'boolean': {
      const value = BOOLEANS[cell.toLowerCase()];
      if (value !== undefined) return value;
      throw expected(placeholder, cell, 'cellBoolean', 'true or false (also yes, no, 1, 0)');
    }
    case 'dateTime': {
      const value = toDateTime(cell);
      if (value !== null) return value;
      throw expected(
        placeholder,
        cell,
        'cellDateTime',
        'a date-time such as 2018-04-01 00:00:31 (UTC) or 2018-04-01T02:00:31+02:00',
      );
    }
  }
};

/**
 * The value of a template for one row. A template with an empty cell has no value at all: half an id is worse than none.
 *
 * @throws `CellError` naming column and cell.
 */
export const renderTemplate = ({ parts }: Template, cellOf: CellReader): CellValue => {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) {
    return typeof first === 'string' ? first : readCell(first, cellOf(first.column).trim());
  }
  let text = '';
  for (const part of parts) {
    const value = typeof part === 'string' ? part : readCell(part, cellOf(part.column).trim());
    if (value === undefined) return undefined;
    text += String(value);
  }
  return text;
};
