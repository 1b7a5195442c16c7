import type { RuleReferences } from '../api.ts';
import type { CheckedRule } from './checked.ts';

/** What a rule names: attributes, lists with their columns, functions. Complete also for a rule with errors. */
export const references = (checked: CheckedRule): RuleReferences => checked.references;
