import { describe, expect, it } from 'vitest';
import { createRowMapper } from '../event-maps/row-mapper.ts';
import { EVENT_DATA_SET_NAMES } from './data-sets.ts';
import { eventMapOf, mappingProblems, suggestMapping } from './mapping.ts';
import { shapeLine } from './shape-line.ts';
import { sampleFile } from './sample-file.ts';

const cellsOf = (line = ''): readonly string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  );

describe('the sample file', () => {
  it.each(EVENT_DATA_SET_NAMES)('of %s is mapped whole by itself, and its line is taken', (dataSet) => {
    const [header, line] = sampleFile(dataSet).split('\r\n');
    const columns = cellsOf(header);
    const cells = cellsOf(line);
    expect(cells).toHaveLength(columns.length);
    const mapping = suggestMapping(dataSet, columns);
    expect(mappingProblems(dataSet, mapping, columns)).toEqual([]);
    const used = new Set(mapping.map(({ source }) => ('column' in source ? source.column : '')));
    expect(columns.filter((column) => !used.has(column))).toEqual([]);
    const { event } = createRowMapper(eventMapOf(dataSet, mapping), columns)(cells);
    expect(shapeLine(dataSet, event)).toEqual([]);
  });
});
