import { freeFunctions } from '../functions/table.ts';
import type { PartId, RuleSource } from '../program/source.ts';
import { CONDITION_PART } from '../program/source.ts';
import { cursorAt, enclosing } from './cursor.ts';
import { callAround } from './call-around.ts';
import { type RulePlace, variableUsesAt } from './variables.ts';

/** Things that are defined outside the rule that names them. */
export type ResourceKind = 'list' | 'velocity' | 'function' | 'externalCall' | 'externalAssessment';

/** Where something is defined: a LET of the rule, or a resource by its name as written. `at` is the word asked about. */
export type Definition =
  | { readonly kind: 'variable'; readonly at: RulePlace; readonly place: RulePlace }
  | { readonly kind: ResourceKind; readonly at: RulePlace; readonly name: string };

const ROOTS: Readonly<Record<string, ResourceKind>> = {
  velocity: 'velocity',
  functions: 'function',
  external: 'externalCall',
  assessments: 'externalAssessment',
};

const textOf = (source: RuleSource, part: PartId): string =>
  part === CONDITION_PART ? source.condition : (source.clauses.find(({ id }) => id === part)?.code ?? '');

/** What the word at an offset of a part stands for, where that is defined somewhere a person can go. */
export const definitionAt = (source: RuleSource, part: PartId, offset: number): Definition | null => {
  const variable = variableUsesAt(source, part, offset);
  if (variable) return variable.definition && { kind: 'variable', at: variable.at, place: variable.definition };
  const text = textOf(source, part);
  const cursor = cursorAt(text, offset + 1) ?? null;
  if (!cursor) return null;
  const string = enclosing(cursor.node, ['String']);
  if (string) {
    const call = callAround(text, string);
    const isList = call !== null && freeFunctions(call.callee)[0]?.parameters[call.argument]?.role === 'list';
    const at = { part, from: string.from, to: string.to };
    return isList ? { kind: 'list', at, name: text.slice(string.from + 1, string.to - 1) } : null;
  }
  const member = cursor.node.parent?.name === 'Member' ? cursor.node.parent : null;
  const root = member?.firstChild;
  const name = member?.lastChild;
  if (root?.name !== 'Identifier' || !name || name.from <= root.from) return null;
  const kind = ROOTS[text.slice(root.from, root.to).toLowerCase()];
  return kind ? { kind, at: { part, from: name.from, to: name.to }, name: text.slice(name.from, name.to) } : null;
};
