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

/** A host, address or range that the operator allows, on one port or, where `port` is null, on all. */
type Allowance = { readonly place: string; readonly port: number | null };

/** `scoring.internal:8443`, `10.1.0.0/16:8080`, `[::1]:8080`; an IPv6 address with a port stands in brackets. */
const allowanceOf = (text: string): Allowance => {
  const bracketed = /^\[([^\]]*)\](\/\d+)?(?::(\d+))?$/.exec(text);
  if (bracketed) {
    const [, address = '', bits = '', port] = bracketed;
    return { place: `${address}${bits}`.toLowerCase(), port: port === undefined ? null : Number(port) };
  }
  const [, place = '', port] = /^([^:]*):(\d+)$/.exec(text) ?? [];
  return port === undefined ? { place: bare(text), port: null } : { place: place.toLowerCase(), port: Number(port) };
};

/** Whether a text is a host or range that an operator can allow: `10.1.0.0/16`, `::1`, `scoring.internal:8443`. */
export const isAllowedTarget = (text: string): boolean => {
  const { place, port } = allowanceOf(text);
  if (port !== null && (port < 1 || port > 65_535)) return false;
  const [address = '', bits, ...more] = place.split('/');
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
  readonly allowsPlain: (host: string, port: number) => boolean;
  /** Refuses a host that is an address of its own; names are refused by `lookupFor`. @throws `AddressRefused` */
  readonly requireReachable: (host: string, port: number) => void;
  /** Resolves a name to the addresses that may be connected to on a port. */
  readonly lookupFor: (port: number) => LookupFunction;
};

const bare = (host: string): string => host.replace(/^\[|\]$/g, '').toLowerCase();

/** @param allowed hosts and ranges in private networks that may be called, see `isAllowedTarget`. */
export const createReachableAddresses = (allowed: readonly string[]): ReachableAddresses => {
  const allowances = allowed.map(allowanceOf);
  const isRange = ({ place }: Allowance): boolean => isIP(place.split('/')[0] ?? '') !== 0;
  const placesOn = (port: number) => {
    const fitting = allowances.filter((each) => each.port === null || each.port === port);
    return {
      names: new Set(fitting.filter((each) => !isRange(each)).map(({ place }) => place)),
      ranges: rangesOf(fitting.filter(isRange).map(({ place }) => place)),
    };
  };
  const known = new Map<number, ReturnType<typeof placesOn>>();
  const placesOf = (port: number): ReturnType<typeof placesOn> => {
    // Ports that no allowance names share what is allowed on all.
    const key = allowances.some((each) => each.port === port) ? port : 0;
    const places = known.get(key) ?? placesOn(key);
    known.set(key, places);
    return places;
  };
  const isReachable = (address: string, port: number): boolean =>
    isOnInternet(address) || placesOf(port).ranges.check(address, familyOf(address));
  const lookupFor =
    (port: number): LookupFunction =>
    (hostname, options, callback) => {
      resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
        if (error) return callback(error, []);
        const isNamed = placesOf(port).names.has(bare(hostname));
        const reachable = isNamed ? found : found.filter(({ address }) => isReachable(address, port));
        const [first] = reachable;
        if (first === undefined) {
          return callback(
            new AddressRefused(`${hostname} is in a private network, or not allowed on port ${port}`),
            [],
          );
        }
        return options.all ? callback(null, reachable) : callback(null, first.address, first.family);
      });
    };
  return {
    allowsPlain: (host, port) => {
      const { names, ranges } = placesOf(port);
      return names.has(bare(host)) || (isIP(bare(host)) !== 0 && ranges.check(bare(host), familyOf(bare(host))));
    },
    requireReachable: (host, port) => {
      const address = bare(host);
      if (isIP(address) !== 0 && !isReachable(address, port)) {
        throw new AddressRefused(`${address} is a private address, or not allowed on port ${port}`);
      }
    },
    lookupFor,
  };
};
