import { Readable } from 'node:stream';
import { listNameKey } from '@redoubt/domain';
import { listLists, readListRows } from '@redoubt/storage';
import { z } from 'zod';
import { createList, deleteList, describeList, replaceList } from '../../lists/lists.commands.ts';
import { readCsv } from '../../lists/read-csv.ts';
import { writeCsv } from '../../lists/write-csv.ts';
import { tagOf } from '../../version-tag.ts';
import { fileNameOf } from '../configuration-file.ts';
import type { ResourceKind } from '../resource-kind.ts';
import { readMembers, readYaml, yamlFile } from '../yaml-file.ts';

type ListContent = {
  readonly name: string;
  readonly description: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

const FOLDER = 'lists';

const schema = z.strictObject({
  list: z.string(),
  description: z.string().default(''),
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
    const { name, description } = content;
    const file = `${fileNameOf(name)}.csv`;
    return [
      yamlFile(`${FOLDER}/${fileNameOf(name)}.yaml`, {
        list: name,
        ...(description === '' ? {} : { description }),
        rows: { file },
      }),
      { path: `${FOLDER}/${file}`, text: csvOf(content) },
    ];
  },
  read: async (file, { textOf, complain }) => {
    const source = readYaml(file);
    const members = readMembers(source, schema, complain);
    if (!members) return null;
    const path = `${FOLDER}/${members.rows.file}`;
    const text = textOf(path);
    if (text === undefined) {
      const message = `There is no file ${path}.`;
      complain({ path: file.path, ...source.placeOf(['rows', 'file']), message });
      return null;
    }
    const { columns, rows, problems } = await readCsv(streamOf(text));
    for (const { line, message } of problems) complain({ path, line, column: 1, message });
    if (problems.length > 0) return null;
    return {
      content: { name: members.list.trim(), description: members.description, columns, rows },
      placeOf: () => ({ path: file.path, ...source.placeOf(['list']) }),
    };
  },
  load: async (trx, { environmentId }) => {
    const contents: ListContent[] = [];
    for (const { id: listId, contentVersion, name, description, columns } of await listLists(trx, environmentId)) {
      contents.push({ name, description, columns, rows: await readListRows(trx, { listId, contentVersion }) });
    }
    return contents;
  },
  put: async (trx, context, content) => {
    const { name, description } = content;
    const stream = streamOf(csvOf(content));
    const key = listNameKey(name);
    const known = (await listLists(trx, context.environmentId)).find((list) => listNameKey(list.name) === key);
    if (!known) {
      await createList(context, { name, description, stream });
      return;
    }
    const { version } = await replaceList(context, known.id, { version: tagOf(known.version), stream });
    await describeList(context, known.id, { version, description });
  },
  remove: async (trx, context, { name }) => {
    const known = (await listLists(trx, context.environmentId)).find((list) => list.name === name);
    if (known) await deleteList(context, known.id, tagOf(known.version));
  },
};
