import type { UnconditionalClause } from '@redoubt/contracts';
import type { Json } from '@redoubt/kernel';
import type { TenantTransaction } from '@redoubt/storage';
import type { Operation } from '../activity-entry.ts';
import { recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { contentHash } from '../content-hash.ts';
import { raiseNotice } from '../notices/raise-notice.ts';
import { countRows } from './count-rows.ts';
import type { ConfigurationFile } from './configuration-file.ts';
import type { ImportInput } from './import-input.ts';
import type { ConfigurationChange } from './plan-changes.ts';
import { RESOURCE_KINDS } from './resource-kinds.ts';

/** Resources that the activity log names of one import. */
const MAX_NAMED = 500;
/** A text that is longer stands in a request as a hash. */
const MAX_SHOWN_CHARACTERS = 50_000;

const OPERATIONS: Readonly<Record<ConfigurationChange['change'], Operation>> = {
  added: 'Create',
  changed: 'Update',
  removed: 'Delete',
  left: 'Update',
};

const isRows = ({ path }: ConfigurationFile): boolean => path.endsWith('.csv');

/** A resource as a request shows it: its text; of data, whose rows may be personal, the text beside them and a hash. */
const shown = (files: readonly ConfigurationFile[], isData: boolean): Json => {
  if (files.length === 0) return null;
  const text = files
    .filter((file) => !isData || !isRows(file))
    .map((file) => file.text.trimEnd())
    .join('\n');
  const said = text.length > MAX_SHOWN_CHARACTERS ? { characters: text.length, hash: contentHash(text) } : text;
  return isData ? { text: said, rows: contentHash(files.filter(isRows).map((file) => file.text)) } : said;
};

const rowsOf = (files: readonly ConfigurationFile[]): string => files.find(isRows)?.text ?? '';

const asShown = ({
  isData,
  before,
  after,
}: ConfigurationChange): { readonly original: Json; readonly modified: Json } => {
  const [original, modified] = [shown(before, isData), shown(after, isData)];
  if (!isData) return { original, modified };
  const { onlyHere: added, onlyThere: removed } = countRows(rowsOf(after), rowsOf(before));
  return { original, modified: { ...(modified as object), rowsAdded: added, rowsRemoved: removed } };
};

/**
 * Writes an import down as a whole, and tells a second person what the files change, resource by resource. The activity
 * log has that from the commands of the import.
 *
 * @param unconditional clauses of the files that reject or challenge every event.
 */
export const recordImport = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  { files, subject }: ImportInput,
  touched: readonly ConfigurationChange[],
  unconditional: readonly UnconditionalClause[],
): Promise<void> => {
  const { environmentId } = context;
  const count = (kind: ConfigurationChange['change']): number => touched.filter(({ change }) => change === kind).length;
  await recordActivity(trx, context, {
    operation: 'Import',
    type: 'Configuration',
    id: subject?.id ?? environmentId,
    name: subject?.name ?? 'configuration',
    environmentId,
    unconditional,
    modified: {
      added: count('added'),
      changed: count('changed'),
      removed: count('removed'),
      files: contentHash(files.map(({ path, text }) => ({ path, text }))),
      resources: touched.slice(0, MAX_NAMED).map(({ kind, name, change }) => ({ kind, name, change })),
    },
  });
  await raiseNotice(trx, context, {
    code: 'CONFIGURATION-IMPORTED',
    severity: 'Information',
    params: { by: context.actor.name, count: touched.length },
    link: '/settings/audit',
    environmentId,
    authorId: context.actor.id,
  });
  for (const each of touched) {
    const { kind, name, change } = each;
    const shownWith = RESOURCE_KINDS.find((known) => known.kind === kind)?.capability;
    const entry = { operation: OPERATIONS[change], type: kind, id: name, name, ...asShown(each) };
    context.changes?.record({ ...entry, ...(shownWith === undefined ? {} : { shownWith }) });
  }
};
