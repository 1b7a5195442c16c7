import type { RuleReferences } from '../program/references.ts';
import type { CheckedRule } from './checked.ts';

/** What a rule names: attributes, lists with their columns, functions. Complete also for a rule with errors. */
export const references = (checked: CheckedRule): RuleReferences => checked.references;
