import type { PrunedRuleDetail, RulePruningResult } from '@redoubt/contracts';

/** Rules of the whole set that are left, the fewest first, and what they are worth. */
export const stepsOf = ({ curve }: Pick<RulePruningResult, 'curve'>): RulePruningResult['curve'] =>
  curve.toSorted((a, b) => a.rules - b.rules);

/** How many rules are kept: what was asked for where the curve goes so far, else the proposed set. */
export const keptCount = ({ curve, proposed }: RulePruningResult, asked: number | undefined): number =>
  asked !== undefined && curve.some(({ rules }) => rules === asked) ? asked : proposed;

/** Whether a rule goes where so many are kept. */
export const isLeftOut = (
  { rules }: Pick<RulePruningResult, 'rules'>,
  { removedAt }: Pick<PrunedRuleDetail, 'removedAt'>,
  kept: number,
): boolean => removedAt !== null && removedAt <= rules.length - kept;

/** Net value where so many rules are kept. */
export const netOf = ({ curve, whole }: RulePruningResult, kept: number): number =>
  curve.find(({ rules }) => rules === kept)?.net ?? whole.net;

/** Those that go first come first, then those that stay, the least worth of them first. */
export const inOrder = (rules: readonly PrunedRuleDetail[]): readonly PrunedRuleDetail[] =>
  rules.toSorted(
    (a, b) =>
      (a.removedAt ?? Infinity) - (b.removedAt ?? Infinity) ||
      a.marginal.net - b.marginal.net ||
      (a.name < b.name ? -1 : 1),
  );

/** Events that two rules both match, by both ids in any order. */
export const overlapMap = ({ overlaps }: Pick<RulePruningResult, 'overlaps'>): ReadonlyMap<string, number> =>
  new Map(
    overlaps.flatMap(({ ruleId, otherId, events }) => [
      [`${ruleId} ${otherId}`, events] as const,
      [`${otherId} ${ruleId}`, events] as const,
    ]),
  );
