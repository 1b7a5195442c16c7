import { csvLine, type Json, type JsonObject } from '@redoubt/kernel';
import { EVENT_EXAMPLES } from '../events/examples/event-examples.ts';
import { isRetailSet, RETAIL_FIELDS } from '../loss-prevention/retail-sets.ts';
import { DATA_SETS, dataSetFields, timePathOf, type DataSet, type DataSetFacts } from './data-sets.ts';

const valueAt = (body: Json | undefined, path: string): Json | undefined => {
  let value = body;
  for (const segment of path.split('.')) {
    const name = segment.replace('[0]', '');
    value =
      typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject)[name] : undefined;
    if (segment.endsWith('[0]')) value = Array.isArray(value) ? value[0] : undefined;
  }
  return value;
};

const cellOf = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/**
 * A file of a data set with one fictional line, to be filled in: its columns are called as their fields are, so that they are
 * recognised. Columns that the example has no value for are left out, unless every event needs them.
 */
export const sampleFile = (dataSet: DataSet): string => {
  if (isRetailSet(dataSet)) {
    const fields = RETAIL_FIELDS[dataSet];
    return `${csvLine(fields.map(({ path }) => path))}\r\n${csvLine(fields.map(({ example }) => example))}\r\n`;
  }
  const { kind, constants = {} }: DataSetFacts = DATA_SETS[dataSet];
  const { full } = EVENT_EXAMPLES[kind];
  const time = timePathOf(dataSet);
  const columns = dataSetFields(dataSet)
    .filter(({ path }) => !(path in constants))
    .map(({ path, required }) => ({
      name: path.replaceAll('[0]', ''),
      cell: cellOf(valueAt(full, path)) || (path === time ? '2026-03-14T10:22:31Z' : ''),
      required,
    }))
    .filter(({ cell, required }) => cell !== '' || required);
  return [columns.map(({ name }) => name), columns.map(({ cell }) => cell)]
    .map((cells) => `${csvLine(cells)}\r\n`)
    .join('');
};
