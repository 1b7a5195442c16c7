import {
  CellError,
  type DataProblem,
  dataFieldOf,
  dataSetFields,
  mappingProblems,
  OWN_FIELDS,
  renderTemplate,
  suggestMapping,
  type CellType,
  type DataSet,
  type FieldSource,
  type MappedField,
  type Mapping,
  type MappingProblem,
} from '@redoubt/domain';

/** One field of the events of a file, as the mapping shows it. */
export type MappingRow = {
  readonly field: string;
  readonly type: CellType;
  readonly description: string;
  readonly isRequired: boolean;
  /** Null where nothing fills it. */
  readonly source: FieldSource | null;
  /** Whether the names of the columns propose the same. */
  readonly isProposed: boolean;
  readonly problem: MappingProblem['code'] | null;
};

const isSame = (one: FieldSource | undefined, other: FieldSource): boolean =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other);

/** Fields that are filled or have to be, in the order of the data set; the customer's own come last. */
export const mappingRows = (dataSet: DataSet, mapping: Mapping, columns: readonly string[]): readonly MappingRow[] => {
  const problems = new Map(mappingProblems(dataSet, mapping, columns).map(({ field, code }) => [field, code]));
  const proposed = new Map(suggestMapping(dataSet, columns).map(({ field, source }) => [field, source]));
  const order = new Map(dataSetFields(dataSet).map(({ path }, index) => [path, index]));
  const mapped = new Map(mapping.map(({ field, source }) => [field, source]));
  const fields = new Set([
    ...dataSetFields(dataSet)
      .filter(({ required }) => required)
      .map(({ path }) => path),
    ...mapped.keys(),
    ...problems.keys(),
  ]);
  const placeOf = (field: string): number => order.get(field) ?? order.size;
  return [...fields]
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((field) => {
      const source = mapped.get(field) ?? null;
      const known = dataFieldOf(dataSet, field);
      return {
        field,
        type: known?.type ?? 'text',
        description: known?.description ?? '',
        isRequired: known?.required ?? false,
        source,
        isProposed: source !== null && isSame(proposed.get(field), source),
        problem: problems.get(field) ?? null,
      };
    });
};

/** The mapping with another source for a field; null leaves it out. */
export const withSource = (mapping: Mapping, field: string, source: FieldSource | null): Mapping => {
  if (source === null) return mapping.filter((each) => each.field !== field);
  const entry: MappedField = { field, source };
  return mapping.some((each) => each.field === field)
    ? mapping.map((each) => (each.field === field ? entry : each))
    : [...mapping, entry];
};

/** Columns that fill no field. */
export const unusedColumns = (mapping: Mapping, columns: readonly string[]): readonly string[] => {
  const used = new Set(mapping.map(({ source }) => ('column' in source ? source.column : '')));
  return columns.filter((column) => !used.has(column));
};

/** Fields that nothing fills yet. */
export const freeFields = (dataSet: DataSet, mapping: Mapping): readonly string[] => {
  const mapped = new Set(mapping.map(({ field }) => field));
  return dataSetFields(dataSet)
    .map(({ path }) => path)
    .filter((path) => !mapped.has(path));
};

/** The field of the customer's own that a column would fill. */
export const ownFieldOf = (column: string): string =>
  `${OWN_FIELDS}${column.trim().replaceAll(/[^\p{L}\p{N}_]+/gu, '_')}`;

/** A value as it is read, or why it cannot be. */
export type ReadValue = { readonly text: string; readonly problem: DataProblem | null };

/** What a row of the file gives for a field. */
export const readValue = (
  { source, type }: Pick<MappingRow, 'source' | 'type'>,
  columns: readonly string[],
  cells: readonly string[],
): ReadValue => {
  if (source === null) return { text: '', problem: null };
  if ('constant' in source) return { text: source.constant, problem: null };
  const cell = cells[columns.indexOf(source.column)] ?? '';
  try {
    const value = renderTemplate({ parts: [{ column: source.column, type }] }, () => cell);
    return { text: value === undefined ? '' : String(value), problem: null };
  } catch (error) {
    if (error instanceof CellError) return { text: cell, problem: error.problem };
    throw error;
  }
};
