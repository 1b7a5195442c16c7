import { familyOf, type RuleFamily, type RuleType } from '@redoubt/domain';
import { z } from 'zod';
import { type Starter, STARTERS } from './starters.ts';
import { rulesHref } from '../assessments/assessment.ts';

/** Which text of a rule the editor shows. */
export const RULE_VIEWS = ['draft', 'published'] as const;
export type RuleView = (typeof RULE_VIEWS)[number];

/** Stands in the address for a rule that is not stored yet: it is with its first edit. */
export const NEW_RULE = 'new';

/** Whether the server has a rule; one that was only begun it has not. */
export const isStored = ({ id }: { readonly id: string }): boolean => id !== NEW_RULE;

/** The rules page's own part of the address. */
export const rulesAddress = z.object({
  /** Whose routing rules are on screen; other pages say it in their path. */
  assessment: z.string().optional().catch(undefined),
  /** The rule that is open, or `new`; none shows the list. */
  rule: z.string().optional().catch(undefined),
  /** What a new rule starts from. */
  starter: z.enum(STARTERS).optional().catch(undefined),
  view: z.enum(RULE_VIEWS).optional().catch(undefined),
  /** Number of the version that stands in the editor at first. */
  version: z.coerce.number().int().positive().optional().catch(undefined),
  /** The environment an inherited rule belongs to; absent for rules of this one. */
  owner: z.string().optional().catch(undefined),
  /** Text that names and descriptions must contain. */
  q: z.string().default('').catch(''),
  /** API name of the branch whose list is shown; absent for production. */
  branch: z.string().optional().catch(undefined),
  /** What lies beside the list; with an open rule `backtest`, its trial over stored events. */
  panel: z.enum(['branches', 'newBranch', 'coverage', 'control', 'backtest']).optional().catch(undefined),
  /** In place of the list: what promoting the branch changes, or the experiment of an id. */
  shows: z.enum(['promotion']).optional().catch(undefined),
  experiment: z.string().optional().catch(undefined),
});

/** Address of the list, of production or of a branch. */
export const listHref = (assessment: string, branch?: string, family?: RuleFamily): string =>
  rulesHref(assessment, { branch }, family);

/** Address of the editor of a new rule. */
export const newRuleHref = (assessment: string, starter: Starter, branch?: string, family?: RuleFamily): string =>
  rulesHref(assessment, { rule: NEW_RULE, starter, branch }, family);

/** A rule as links name it. */
export type LinkedRule = {
  readonly assessment: string;
  readonly id: string;
  /** A rule that decides where absent. */
  readonly type?: RuleType;
};

/** Address of the editor of a rule; `owner` for one that is inherited. */
export const editorHref = ({ assessment, id, type = 'decision' }: LinkedRule, owner?: string): string =>
  rulesHref(assessment, { rule: id, owner }, familyOf(type));
