import type { JsonObject, NewBuffer } from '@redoubt/kernel';
import type { Steps } from '../drain.ts';
import { addressOf } from './address.ts';
import { AsnTable, asnTableOf, type Network, type PlainAsnTable } from './asn-table.ts';
import { type Edition, readText } from '../read-file.ts';
import { sharedOf } from '../shared-files.ts';
import { openMmdb } from './mmdb.ts';

/** Finds who runs the network of an address. */
export type NetworkFinder = (address: string) => Network | undefined;

/** The members that MMDB files of networks share. */
const networkIn = (record: JsonObject): Network | undefined => {
  const asn = record.autonomous_system_number;
  const organization = record.autonomous_system_organization;
  if (typeof asn !== 'number') return undefined;
  return { asn, organization: typeof organization === 'string' ? organization : '' };
};

function* readTable(
  paths: readonly string[],
  newBuffer: NewBuffer,
): Steps<{ readonly table: PlainAsnTable; readonly version: string }> {
  const contents: string[] = [];
  const versions: string[] = [];
  for (const path of paths) {
    const { content, version } = yield* readText(path);
    contents.push(content);
    versions.push(version);
    yield;
  }
  return { table: yield* asnTableOf(contents, newBuffer), version: versions.join(' + ') };
}

/** Reads one MMDB file, or CSV files. */
export function* readNetworks(paths: readonly string[]): Steps<Edition<NetworkFinder>> {
  const mmdb = paths.length === 1 ? yield* openMmdb(paths[0] ?? '') : undefined;
  if (mmdb !== undefined) {
    const find: NetworkFinder = (address) => {
      const record = mmdb.find(address);
      return record && networkIn(record);
    };
    return { value: find, version: mmdb.version, size: `${mmdb.bytes} bytes` };
  }
  const { table: plain, version } = yield* sharedOf('networks', paths, (newBuffer) => readTable(paths, newBuffer));
  const table = new AsnTable(plain);
  return { value: (address) => table.find(addressOf(address)), version, size: `${table.ranges} ranges` };
}
