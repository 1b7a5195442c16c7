/** Status of a rule as shown (`entities.md` §11). */
export const RULE_STATUSES = ['DraftOnly', 'Active', 'Inactive', 'ActiveWithDraft', 'InactiveWithDraft'] as const;
export type RuleStatus = (typeof RULE_STATUSES)[number];

/** Rules decide about an event; post-decision actions run when it is decided (`decisioning.md` §8). */
export const RULE_TYPES = ['decision', 'action'] as const;
export type RuleType = (typeof RULE_TYPES)[number];

/** How many rules of one environment may run for an event (`decisioning.md` §2.3). */
export const RUN_MODES = ['firstMatch', 'allUntilDecision'] as const;
export type RunMode = (typeof RUN_MODES)[number];

/** Run mode of the built-in assessments until somebody chooses (B-01). */
export const DEFAULT_RUN_MODE: RunMode = 'firstMatch';

/** Most rule templates an environment keeps (`decisioning.md` §10). */
export const MAX_RULE_TEMPLATES = 50;

/** Version of the rule template file that is written and read. */
export const RULE_TEMPLATE_FILE_VERSION = 1;
