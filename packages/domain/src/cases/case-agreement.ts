/** How often two agents who reviewed the same cases decided what. */
export type DecisionPair = { readonly first: string; readonly second: string; readonly cases: number };

/** How far two agents agree. */
export type Agreement = {
  readonly cases: number;
  /** Cases that both decided the same. */
  readonly agreed: number;
  /** Cohen's kappa, −1 to 1; null where it is not defined. */
  readonly kappa: number | null;
};

/**
 * Agreement of two agents, by chance taken off: Cohen's κ = (pₒ − pₑ) / (1 − pₑ), where pₒ is the share of cases that both
 * decided the same, and pₑ the share to expect if each had decided as often as they did, but independently: the sum over all
 * decisions of the product of both shares. J. Cohen, A coefficient of agreement for nominal scales, Educational and
 * Psychological Measurement 20 (1960), 37–46.
 *
 * It is not defined without cases, nor where both decided every case the same one way (pₑ = 1): then it is null.
 */
export const agreementOf = (pairs: readonly DecisionPair[]): Agreement => {
  let cases = 0;
  let agreed = 0;
  const firsts = new Map<string, number>();
  const seconds = new Map<string, number>();
  for (const { first, second, cases: count } of pairs) {
    cases += count;
    if (first === second) agreed += count;
    firsts.set(first, (firsts.get(first) ?? 0) + count);
    seconds.set(second, (seconds.get(second) ?? 0) + count);
  }
  // In whole cases times cases: exact, so that a chance of 1 differs from one that is nearly so.
  let byChance = 0;
  for (const [decision, count] of firsts) byChance += count * (seconds.get(decision) ?? 0);
  const all = cases * cases;
  return { cases, agreed, kappa: byChance === all ? null : (agreed * cases - byChance) / (all - byChance) };
};
