import { isIPv4, isIPv6 } from 'node:net';

/** An address as tables are asked for it: IPv4 as a whole number, IPv6 by the number of its upper half. */
export type Address =
  | { readonly version: 4; readonly number: number }
  | { readonly version: 6; readonly upper: bigint };

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The address behind `::ffff:192.0.2.1`, a zone and blanks; undefined where the text is none. */
export const plainAddress = (text: string): string | undefined => {
  const trimmed = text.trim();
  const bare = MAPPED.exec(trimmed)?.[1] ?? trimmed.replace(/%.*$/, '');
  return isIPv4(bare) || isIPv6(bare) ? bare : undefined;
};

const numberOf = (text: string): number => text.split('.').reduce((number, part) => number * 256 + Number(part), 0);

/** 64 bits of an IPv6 address, written in full or with `::`. */
const upperHalf = (text: string): bigint => {
  const [head = '', tail = ''] = text.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = text.includes('::') && tail !== '' ? tail.split(':') : [];
  // A tail in the spelling of IPv4 stands for two groups, and never in the upper half.
  const length = right.length + (right.at(-1)?.includes('.') ? 1 : 0);
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - length)).fill('0'), ...right];
  return groups.slice(0, 4).reduce((number, group) => (number << 16n) | BigInt(`0x${group}`), 0n);
};

/** @param text an address, see `plainAddress`. */
export const addressOf = (text: string): Address =>
  isIPv4(text) ? { version: 4, number: numberOf(text) } : { version: 6, upper: upperHalf(text) };
