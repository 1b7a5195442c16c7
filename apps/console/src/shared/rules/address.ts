import { oneOf, textsOf, wholeNumber, type RawSearch } from '../../routes/address.ts';
import { STARTERS } from './starters.ts';

/** Which text of a rule the editor shows. */
export const RULE_VIEWS = ['draft', 'published'] as const;
export type RuleView = (typeof RULE_VIEWS)[number];

const PANELS = ['branches', 'newBranch', 'coverage', 'control', 'backtest'] as const;

const textsIn = textsOf(
  'assessment',
  'rule',
  'starter',
  'view',
  'version',
  'owner',
  'q',
  'branch',
  'panel',
  'shows',
  'experiment',
);

/** The rules page's own part of the address. */
export const rulesAddress = (search: RawSearch) => {
  const texts = textsIn(search);
  return {
    /** Whose routing rules are on screen; other pages say it in their path. */
    assessment: texts.assessment,
    /** The rule that is open, or `new`; none shows the list. */
    rule: texts.rule,
    /** What a new rule starts from. */
    starter: oneOf(STARTERS, texts.starter),
    view: oneOf(RULE_VIEWS, texts.view),
    /** Number of the version that stands in the editor at first. */
    version: wholeNumber(texts.version, 1),
    /** The environment an inherited rule belongs to; absent for rules of this one. */
    owner: texts.owner,
    /** Text that names and descriptions must contain. */
    q: texts.q ?? '',
    /** API name of the branch whose list is shown; absent for production. */
    branch: texts.branch,
    /** What lies beside the list; with an open rule `backtest`, its trial over stored events. */
    panel: oneOf(PANELS, texts.panel),
    /** In place of the list: what promoting the branch changes, or the experiment of an id. */
    shows: oneOf(['promotion'], texts.shows),
    experiment: texts.experiment,
  };
};
