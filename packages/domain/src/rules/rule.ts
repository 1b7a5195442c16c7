/** Status of a rule as shown (`docs/reference/deciding.md#rules`). */
export const RULE_STATUSES = ['DraftOnly', 'Active', 'Inactive', 'ActiveWithDraft', 'InactiveWithDraft'] as const;
export type RuleStatus = (typeof RULE_STATUSES)[number];

/**
 * Rules decide about an event; post-decision actions run when it is decided
 * (`docs/reference/deciding.md#actions-after-the-decision`); routing rules choose the queue of the case that a review
 * becomes.
 */
export const RULE_TYPES = ['decision', 'action', 'routing'] as const;
export type RuleType = (typeof RULE_TYPES)[number];

/** Types that stand in the rule list of an assessment; routing rules have a list, and permissions, of their own. */
export const DECIDING_TYPES = ['decision', 'action'] as const satisfies readonly RuleType[];

/** Which of the two lists of an assessment a rule stands in. */
export type RuleFamily = 'deciding' | 'routing';

export const familyOf = (type: RuleType): RuleFamily => (type === 'routing' ? 'routing' : 'deciding');

/** How many rules of one environment may run for an event (`docs/reference/deciding.md#evaluation`). */
export const RUN_MODES = ['firstMatch', 'allUntilDecision'] as const;
export type RunMode = (typeof RUN_MODES)[number];

/** Run mode of the built-in assessments until a user chooses. */
export const DEFAULT_RUN_MODE: RunMode = 'firstMatch';

/** Most rule templates an environment keeps (`docs/reference/deciding.md#templates`). */
export const MAX_RULE_TEMPLATES = 50;

/** Most environment templates an environment keeps. */
export const MAX_ENVIRONMENT_TEMPLATES = 10;

/** Version of the environment template file that is written and read. */
export const ENVIRONMENT_TEMPLATE_FILE_VERSION = 1;

/** Version of the rule template file that is written and read. */
export const RULE_TEMPLATE_FILE_VERSION = 1;
