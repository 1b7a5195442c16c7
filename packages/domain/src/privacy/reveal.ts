/** Fields that one call reveals. */
export const MAX_REVEAL_FIELDS = 50;

/** Characters of the reason. */
export const MAX_REVEAL_REASON = 300;

/** Reveals of one person within an hour; more of them read a register and not a case. */
export const MAX_REVEALS_PER_HOUR = 120;
