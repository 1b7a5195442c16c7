import type { InventoryRule } from '@redoubt/contracts';

/** Filters for rules that need attention. */
export const RULE_FILTERS = ['problems', 'silent'] as const;
export type RuleFilter = (typeof RULE_FILTERS)[number];

export const RULE_STATES = ['active', 'inactive', 'draft'] as const;
export const RULE_AGES = ['week', 'month'] as const;
export const RULE_PLACES = ['production', 'branches'] as const;
export const RULE_SORTS = ['hits', 'changed', 'name'] as const;

/** What the inventory of rules is narrowed to, and its order; the order they run in where none is said. */
export type RuleView = {
  readonly only?: RuleFilter | undefined;
  readonly state?: (typeof RULE_STATES)[number] | undefined;
  readonly since?: (typeof RULE_AGES)[number] | undefined;
  readonly place?: (typeof RULE_PLACES)[number] | undefined;
  readonly sort?: (typeof RULE_SORTS)[number] | undefined;
};

export const isActive = ({ status }: Pick<InventoryRule, 'status'>): boolean =>
  status === 'Active' || status === 'ActiveWithDraft';

export const FITS: Readonly<Record<RuleFilter, (rule: InventoryRule) => boolean>> = {
  problems: ({ problems }) => problems.length > 0,
  // Rules of branches decide nothing.
  silent: (rule) => rule.hits24h === 0 && isActive(rule) && rule.branch === null,
};

const stateOf = (rule: InventoryRule): (typeof RULE_STATES)[number] =>
  rule.status === 'DraftOnly' ? 'draft' : isActive(rule) ? 'active' : 'inactive';

const DAY_MS = 86_400_000;
const AGE_MS = { week: 7 * DAY_MS, month: 30 * DAY_MS } as const;

const ORDERS: Readonly<Record<(typeof RULE_SORTS)[number], (left: InventoryRule, right: InventoryRule) => number>> = {
  hits: (left, right) => right.hits24h - left.hits24h,
  changed: (left, right) => right.changed.at.localeCompare(left.changed.at),
  name: (left, right) => left.name.localeCompare(right.name),
};

/** The rules of a view, in its order. */
export const viewOf = (rules: readonly InventoryRule[], view: RuleView, nowMs: number): readonly InventoryRule[] => {
  const { only, state, since, place, sort } = view;
  const shown = rules.filter(
    (rule) =>
      (only === undefined || FITS[only](rule)) &&
      (place === undefined || (rule.branch === null) === (place === 'production')) &&
      (state === undefined || stateOf(rule) === state) &&
      (since === undefined || Date.parse(rule.changed.at) >= nowMs - AGE_MS[since]),
  );
  return sort === undefined ? shown : shown.toSorted(ORDERS[sort]);
};
