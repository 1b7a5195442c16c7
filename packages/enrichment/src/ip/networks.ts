import type { JsonObject } from '@redoubt/kernel';
import type { Steps } from '../drain.ts';
import { addressOf } from './address.ts';
import { asnTableOf, type Network } from './asn-table.ts';
import { type Edition, readText } from '../read-file.ts';
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
  const contents: string[] = [];
  const versions: string[] = [];
  for (const path of paths) {
    const { content, version } = yield* readText(path);
    contents.push(content);
    versions.push(version);
    yield;
  }
  const table = yield* asnTableOf(contents);
  return {
    value: (address) => table.find(addressOf(address)),
    version: versions.join(' + '),
    size: `${table.ranges} ranges`,
  };
}
