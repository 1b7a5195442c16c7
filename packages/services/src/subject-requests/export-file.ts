import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import { zstdDecompress } from 'node:zlib';
import { promisify } from 'node:util';

const decompress = promisify(zstdDecompress);

const caseKey = ({ kind, environmentId, eventId }: JsonObject): string =>
  JSON.stringify([kind, environmentId, eventId]);
const idKey = ({ id }: JsonObject): string => JSON.stringify(id);

/** Of what has no id. */
const contentKey = (content: JsonObject): string => JSON.stringify(content);

/** The lists of the file besides its events: the one member of their entries, and what tells two entries apart. */
const LISTS = [
  { list: 'cases', member: 'case', keyOf: caseKey },
  { list: 'notes', member: 'note', keyOf: idKey },
  { list: 'attachments', member: 'attachment', keyOf: idKey },
  { list: 'changeRequests', member: 'changeRequest', keyOf: idKey },
  { list: 'savedViews', member: 'savedView', keyOf: idKey },
  { list: 'uploadedLines', member: 'uploadedLine', keyOf: contentKey },
  { list: 'refusedLines', member: 'refusedLine', keyOf: contentKey },
  { list: 'uploadedItems', member: 'uploadedItem', keyOf: contentKey },
  { list: 'lossPrevention', member: 'lossPrevention', keyOf: contentKey },
  { list: 'tillTransactions', member: 'tillTransaction', keyOf: contentKey },
] as const;

/** A member of the file that holds entries. */
export type ExportSection = 'events' | (typeof LISTS)[number]['list'];

type Entry = { readonly list: string; readonly content: Json; readonly key: string | null };

const entryOf = (stored: Json): Entry => {
  for (const { list, member, keyOf } of LISTS) {
    const content = isJsonObject(stored) ? stored[member] : undefined;
    if (content !== undefined && isJsonObject(content)) return { list, content, key: keyOf(content) };
  }
  return { list: 'events', content: stored, key: null };
};

/**
 * The text of an export, piece by piece: one part of it is in memory at a time, and a part holds one attached file at the most.
 * What a node that died wrote twice stands there once.
 *
 * @param readPart a part by its number from 0, packed; undefined behind the last one.
 * @throws where a part went away meanwhile.
 */
export async function* subjectExportFile(
  head: Readonly<Record<string, string | null>>,
  readPart: (part: number) => Promise<Buffer | undefined>,
): AsyncGenerator<string, void> {
  /** Parts by the lists that they hold something of. */
  const partsOf = new Map<string, number[]>();
  const entriesOf = async (packed: Buffer): Promise<readonly Entry[]> =>
    (JSON.parse((await decompress(packed)).toString('utf8')) as readonly Json[]).map(entryOf);
  yield `${JSON.stringify(head).slice(0, -1)},"events":[`;
  let separator = '';
  for (let part = 0; ; part += 1) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one part at a time is held in memory
    const packed = await readPart(part);
    if (packed === undefined) break;
    // oxlint-disable-next-line eslint/no-await-in-loop -- as above
    const entries = await entriesOf(packed);
    for (const list of new Set(entries.map((entry) => entry.list)))
      partsOf.set(list, [...(partsOf.get(list) ?? []), part]);
    for (const { list, content } of entries) {
      if (list !== 'events') continue;
      yield `${separator}\n${JSON.stringify(content)}`;
      separator = ',';
    }
  }
  for (const { list } of LISTS) {
    yield `],\n"${list}":[`;
    separator = '';
    const written = new Set<string | null>();
    for (const part of partsOf.get(list) ?? []) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one part at a time is held in memory
      const packed = await readPart(part);
      if (packed === undefined) throw new Error(`part ${part} of the export is gone`);
      // oxlint-disable-next-line eslint/no-await-in-loop -- as above
      for (const entry of await entriesOf(packed)) {
        if (entry.list !== list || written.has(entry.key)) continue;
        written.add(entry.key);
        yield `${separator}\n${JSON.stringify(entry.content)}`;
        separator = ',';
      }
    }
  }
  yield ']}\n';
}
