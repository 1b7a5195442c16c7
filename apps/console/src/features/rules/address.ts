import { z } from 'zod';
import { rulesHref } from './assessment.ts';

/** Which text of a rule the editor shows. */
export const RULE_VIEWS = ['draft', 'published'] as const;
export type RuleView = (typeof RULE_VIEWS)[number];

/** The rules page's own part of the address. */
export const rulesAddress = z.object({
  /** The rule that is open; none shows the list. */
  rule: z.string().optional().catch(undefined),
  view: z.enum(RULE_VIEWS).optional().catch(undefined),
  /** The environment an inherited rule belongs to; absent for rules of this one. */
  owner: z.string().optional().catch(undefined),
  /** Text that names and descriptions must contain. */
  q: z.string().default('').catch(''),
  /** API name of the branch whose list is shown; absent for production. */
  branch: z.string().optional().catch(undefined),
  /** What lies beside the list. */
  panel: z.enum(['branches', 'newBranch']).optional().catch(undefined),
  /** In place of the list: what promoting the branch changes, or the experiment of an id. */
  shows: z.enum(['promotion']).optional().catch(undefined),
  experiment: z.string().optional().catch(undefined),
});

/** Address of the list, of production or of a branch. */
export const listHref = (assessment: string, branch?: string): string => rulesHref(assessment, { branch });

/** A rule as links name it. */
export type LinkedRule = { readonly assessment: string; readonly id: string };

/** Address of the editor of a rule; `owner` for one that is inherited. */
export const editorHref = ({ assessment, id }: LinkedRule, owner?: string): string =>
  rulesHref(assessment, { rule: id, owner });
