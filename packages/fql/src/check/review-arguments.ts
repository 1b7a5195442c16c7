import { replaceFix } from '../diagnostics/problem.ts';
import type { FunctionGroup, FunctionSpec, Parameter } from '../functions/spec.ts';
import type { CheckedExpression } from './checked.ts';
import { knownAttribute, reviewSpelledAttribute } from './review-comparison.ts';
import { report, type Scope } from './scope.ts';

/** Groups whose functions ask about values of the event; a text given to any other may well be a name. */
const ABOUT_VALUES: ReadonlySet<FunctionGroup> = new Set([
  'date',
  'math',
  'conversion',
  'list',
  'pattern',
  'enrichment',
]);

/** `In(x, ["a", "b"])`: the list becomes its JSON text, which no value equals. */
const reviewChoices = (scope: Scope, arg: CheckedExpression): void => {
  if (arg.op !== 'array') return;
  const texts = arg.items.map((item) => {
    const constant = item.op === 'convert' ? item.operand : item;
    return constant.op === 'constant' && constant.value !== null ? String(constant.value) : ',';
  });
  const isPlain = texts.length > 0 && !texts.some((text) => text.includes(','));
  const suggestion = JSON.stringify(isPlain ? texts.join(', ') : 'a, b, c');
  report(scope, 'FQL-CHOICES-NOT-TEXT', arg, { suggestion }, isPlain ? { fix: replaceFix(arg, suggestion) } : {});
};

/** What is legal as an argument and rarely meant. */
export const reviewArgument = (
  scope: Scope,
  spec: FunctionSpec,
  parameter: Parameter,
  arg: CheckedExpression,
): void => {
  if (parameter.role === 'choices') reviewChoices(scope, arg);
  if (parameter.role === undefined && ABOUT_VALUES.has(spec.group)) reviewSpelledAttribute(scope, arg, arg);
};

/** `.Length` of an attribute that the schema knows as a list. */
export const reviewLength = (scope: Scope, object: CheckedExpression, name: string): void => {
  if (name.toLowerCase() !== 'length') return;
  const attribute = knownAttribute(scope, object);
  if (attribute?.type === 'array') report(scope, 'FQL-LENGTH-OF-LIST', object, { path: attribute.path });
};
