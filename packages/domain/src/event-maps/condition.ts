import { columnsOf, parseTemplate, renderTemplate, templateType, type CellReader, type Template } from './template.ts';

/** When a row has a label: a cell compared with a text, or a cell that is true or false. */
export type Condition = {
  readonly template: Template;
  /** The text to compare with; null where the cell itself says yes or no. */
  readonly comparison: { readonly equals: boolean; readonly text: string } | null;
};

const COMPARISON = /^(.*?\})\s*(==|!=)\s*(.*)$/s;

const unquoted = (text: string): string => /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text;

/**
 * Parses `{TX_FRAUD} == 1`, `{STATUS} != "ok"` or `{IS_FRAUD:boolean}`.
 *
 * @throws `SyntaxError` in plain words.
 */
export const parseCondition = (text: string): Condition => {
  const comparison = COMPARISON.exec(text.trim());
  const template = parseTemplate(comparison?.[1] ?? text.trim());
  if (comparison !== null) {
    return { template, comparison: { equals: comparison[2] === '==', text: unquoted((comparison[3] ?? '').trim()) } };
  }
  if (templateType(template) !== 'boolean') {
    throw new SyntaxError('write {COLUMN} == value, {COLUMN} != value or {COLUMN:boolean}');
  }
  return { template, comparison: null };
};

export const conditionColumns = (condition: Condition): readonly string[] => columnsOf(condition.template);

/** @throws `CellError` naming column and cell. */
export const holds = ({ template, comparison }: Condition, cellOf: CellReader): boolean => {
  const value = renderTemplate(template, cellOf);
  if (comparison === null) return value === true;
  return (String(value ?? '') === comparison.text) === comparison.equals;
};
