/**
 * What is wrong at a place of the activity log:
 * `changed` the entry is not what was written; `missing` it was removed; `inserted` it was put in past the product;
 * `broken` it does not follow the one before; `cut` the newest ones were removed; `anchor` an anchor kept outside says
 * otherwise; `erased` its content is gone, and no entry says who erased it.
 */
export const CHAIN_FINDING_KINDS = [
  'changed',
  'missing',
  'inserted',
  'broken',
  'cut',
  'anchor',
  'erased',
  'floor',
] as const;
export type ChainFindingKind = (typeof CHAIN_FINDING_KINDS)[number];
