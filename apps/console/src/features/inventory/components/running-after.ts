import type { InventoryRule } from '@redoubt/contracts';
import { isActive } from '../rule-filters.ts';

/** The rules that run once the chosen ones are active, or are not, in their order. */
export const runningAfter = (
  rules: readonly InventoryRule[],
  chosen: ReadonlySet<string>,
  active: boolean,
): readonly InventoryRule[] =>
  rules.filter(
    (rule) =>
      rule.publishedVersion !== null && rule.branch === null && (chosen.has(rule.key) ? active : isActive(rule)),
  );
