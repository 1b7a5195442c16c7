import ipaddr from 'ipaddr.js';
import { lookup as resolve, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

const rangesOf = (ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const whole = familyOf(address) === 'ipv4' ? 32 : 128;
    list.addSubnet(address, bits === undefined ? whole : Number(bits), familyOf(address));
  }
  return list;
};

/** All of IPv6 that is given out (IANA): what the library knows no special range for outside of it is no place either. */
const GLOBAL_UNICAST = rangesOf(['2000::/3']);

/**
 * Whether an address is a place on the internet: not this machine, a private network, a link or a reserved range, and
 * none of the spellings that lead to an IPv4 address (mapped, translated, compatible, NAT64, 6to4, Teredo).
 */
const isOnInternet = (address: string): boolean => {
  // A mapped address is judged by the IPv4 address it stands for, as the system connects to that.
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || GLOBAL_UNICAST.check(address, 'ipv6'));
};

/** A host or range that the operator allows: `10.1.0.0/16`, `::1`, `scoring.internal`. */
export const isAllowedTarget = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/');
  if (more.length > 0) return false;
  const family = isIP(address);
  if (family === 0) return bits === undefined && /^[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9])?$/i.test(address);
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
};

/** Why nothing was connected to. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** Where calls may go. Every decision is about the address that is then connected to: a name cannot change in between. */
export type ReachableAddresses = {
  /** Whether plain HTTP may be spoken to a host, as it stands in an address. */
  readonly allowsPlain: (host: string) => boolean;
  /** Refuses a host that is an address of its own; names are refused by `lookup`. @throws `AddressRefused` */
  readonly requireReachable: (host: string) => void;
  /** Resolves a name to the addresses that may be connected to. */
  readonly lookup: LookupFunction;
};

const bare = (host: string): string => host.replace(/^\[|\]$/g, '').toLowerCase();

/** @param allowed hosts and ranges in private networks that may be called, see `isAllowedTarget`. */
export const createReachableAddresses = (allowed: readonly string[]): ReachableAddresses => {
  const names = new Set(allowed.filter((each) => isIP(each.split('/')[0] ?? '') === 0).map(bare));
  const ranges = rangesOf(allowed.filter((each) => isIP(each.split('/')[0] ?? '') !== 0));
  const isReachable = (address: string): boolean => isOnInternet(address) || ranges.check(address, familyOf(address));
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, []);
      const reachable = names.has(bare(hostname)) ? found : found.filter(({ address }) => isReachable(address));
      const [first] = reachable;
      if (first === undefined) return callback(new AddressRefused(`${hostname} is in a private network`), []);
      return options.all ? callback(null, reachable) : callback(null, first.address, first.family);
    });
  };
  return {
    allowsPlain: (host) =>
      names.has(bare(host)) || (isIP(bare(host)) !== 0 && ranges.check(bare(host), familyOf(bare(host)))),
    requireReachable: (host) => {
      const address = bare(host);
      if (isIP(address) !== 0 && !isReachable(address)) throw new AddressRefused(`${address} is a private address`);
    },
    lookup,
  };
};
