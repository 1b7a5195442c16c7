/** A clause as lists name it: clause names repeat from rule to rule, so the rule stands before it. */
export const ruleClause = (rule: string | null, clause: string | null): string =>
  [rule, clause].filter((name) => name !== null && name !== '').join(' · ');
