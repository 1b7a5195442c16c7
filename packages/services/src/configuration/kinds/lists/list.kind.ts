import { Readable } from 'node:stream';
import { listNameKey } from '@redoubt/domain';
import { listLists, readListRows } from '@redoubt/storage';
import { z } from 'zod';
import { setListExpiry } from '../../../lists/list-rows.commands.ts';
import { createList, deleteList, describeList, replaceList } from '../../../lists/lists.commands.ts';
import { readCsv } from '../../../csv/read-csv.ts';
import { everyRow } from '../../../csv/row-source.ts';
import { writeCsv } from '../../../csv/write-csv.ts';
import { tagOf } from '../../../version-tag.ts';
import { fileNameOf } from '../../configuration-file.ts';
import type { ResourceKind } from '../../resource-kind.ts';
import { readMembers, readYaml, yamlFile } from '../../yaml-file.ts';

type ListContent = {
  readonly name: string;
  readonly description: string;
  /** Column that says when a row expires; null where rows never do. */
  readonly expiryColumn: string | null;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

const FOLDER = 'lists';

const schema = z.strictObject({
  list: z.string(),
  description: z.string().default(''),
  expires: z.string().optional(),
  rows: z.strictObject({ file: z.string() }),
});

const csvOf = ({ columns, rows }: ListContent): string => writeCsv(columns, rows, '\n');

const streamOf = (text: string): Readable => Readable.from([Buffer.from(text)]);

/** Custom lists: what a list is in YAML, its rows as CSV beside it. */
export const listKind: ResourceKind<ListContent> = {
  kind: 'list',
  capability: 'lists',
  isData: true,
  owns: (path) => /^lists\/[^/]+\.ya?ml$/.test(path),
  nameOf: ({ name }) => name,
  filesOf: (content) => {
    const { name, description, expiryColumn } = content;
    const file = `${fileNameOf(name)}.csv`;
    return [
      yamlFile(`${FOLDER}/${fileNameOf(name)}.yaml`, {
        list: name,
        ...(description === '' ? {} : { description }),
        ...(expiryColumn === null ? {} : { expires: expiryColumn }),
        rows: { file },
      }),
      { path: `${FOLDER}/${file}`, text: csvOf(content) },
    ];
  },
  read: async (file, { textOf, reportProblem }) => {
    const source = readYaml(file);
    const members = readMembers(source, schema, reportProblem);
    if (!members) return null;
    const path = `${FOLDER}/${members.rows.file}`;
    const text = textOf(path);
    if (text === undefined) {
      const message = `There is no file ${path}.`;
      reportProblem({ path: file.path, ...source.placeOf(['rows', 'file']), message });
      return null;
    }
    const { columns, expiryColumn, rows, problems } = await readCsv(streamOf(text), members.expires);
    for (const { line, message } of problems) reportProblem({ path, line, column: 1, message });
    if (problems.length > 0) return null;
    const { list, description } = members;
    return {
      content: { name: list.trim(), description, expiryColumn, columns, rows: await everyRow({ rows }) },
      placeOf: () => ({ path: file.path, ...source.placeOf(['list']) }),
    };
  },
  load: async (trx, { environmentId }) => {
    const contents: ListContent[] = [];
    for (const { id: listId, contentVersion, ...list } of await listLists(trx, environmentId)) {
      // What opens the place where rows are kept cannot leave, so such lists stay where they are.
      if (list.source !== null) continue;
      const { name, description, expiryColumn, columns } = list;
      const rows = await readListRows(trx, { listId, contentVersion });
      contents.push({ name, description, expiryColumn, columns, rows });
    }
    return contents;
  },
  put: async (trx, context, content) => {
    const { name, description, expiryColumn } = content;
    const stream = streamOf(csvOf(content));
    const key = listNameKey(name);
    const known = (await listLists(trx, context.environmentId)).find((list) => listNameKey(list.name) === key);
    if (!known) {
      await createList(context, { name, description, expiryColumn: expiryColumn ?? undefined, stream });
      return;
    }
    const expire = (version: string, column: string | null) => setListExpiry(context, known.id, { version, column });
    // The column of before may be gone from the rows that come.
    const isOther = expiryColumn !== known.expiryColumn;
    let version = tagOf(known.version);
    if (isOther && known.expiryColumn !== null) version = (await expire(version, null)).version;
    version = (await replaceList(context, known.id, { version, stream })).version;
    if (isOther && expiryColumn !== null) version = (await expire(version, expiryColumn)).version;
    await describeList(context, known.id, { version, description });
  },
  remove: async (trx, context, { name }) => {
    const known = (await listLists(trx, context.environmentId)).find((list) => list.name === name);
    if (known) await deleteList(context, known.id, tagOf(known.version));
  },
};
