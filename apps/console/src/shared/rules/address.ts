import { z } from 'zod';
import { STARTERS } from './starters.ts';

/** Which text of a rule the editor shows. */
export const RULE_VIEWS = ['draft', 'published'] as const;
export type RuleView = (typeof RULE_VIEWS)[number];

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
