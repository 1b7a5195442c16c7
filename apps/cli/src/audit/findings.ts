import type { ChainFinding } from '@redoubt/services';

const placeOf = ({ sequence, entryId, until }: ChainFinding): string => {
  const number =
    sequence === null ? '' : until === undefined ? `number ${sequence}` : `numbers ${sequence} to ${until}`;
  if (entryId === null) return number;
  return number === '' ? `entry ${entryId}` : `${number}, entry ${entryId}`;
};

const SAID: Readonly<Record<ChainFinding['kind'], string>> = {
  changed: 'was changed',
  missing: 'was removed',
  inserted: 'was put in past the product, or its place in the chain was removed',
  broken: 'does not follow the entry before it: one of the two was rewritten',
  cut: 'was removed from the end',
  anchor: 'is not what the anchor says: entries up to it were rewritten',
  floor: 'is where the log begins, and no entry of the log or no signature says so',
  erased: 'lost its content, and no entry says who erased it',
};

/** A finding as a line for the operator. */
export const describeFinding = (finding: ChainFinding): string => `${placeOf(finding)}: ${SAID[finding.kind]}`;
