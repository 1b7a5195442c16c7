import { replaceFix } from '../diagnostics/problem.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { RecordShape } from '../functions/spec.ts';
import type { MemberNode } from '../syntax/nodes.ts';
import type { CheckedExpression } from './checked.ts';
import { convertTo } from './convert.ts';
import { report, invalid, type Scope } from './scope.ts';

/** What the members of a value are, where a function of the table made it and says so. */
export const recordShapeOf = (scope: Scope, expression: CheckedExpression): RecordShape | null => {
  if (expression.op === 'call') return expression.spec.members ?? null;
  const value = expression.op === 'variable' ? scope.rule.variables[expression.variable]?.value : undefined;
  return value ? recordShapeOf(scope, value) : null;
};

/** Reads a member by a name; of texts it is empty where there is none. */
export const readMember = (
  object: CheckedExpression,
  node: MemberNode,
  name: string,
  orEmpty = false,
): CheckedExpression => ({
  op: 'operation',
  name: orEmpty ? 'textMember' : 'nodeMember',
  type: 'Json',
  shown: true,
  from: node.from,
  to: node.to,
  operands: [
    object,
    { op: 'constant', type: 'String', shown: false, from: node.nameSpan.from, to: node.nameSpan.to, value: name },
  ],
});

/** A member of a record: of its declared type, and of its default where there is none. */
export const checkRecordMember = (
  scope: Scope,
  object: CheckedExpression,
  shape: RecordShape,
  node: MemberNode,
): CheckedExpression => {
  if (shape === 'texts') return readMember(object, node, node.name, true);
  const wanted = node.name.toLowerCase();
  const name = Object.keys(shape).find((known) => known.toLowerCase() === wanted);
  const entry = name === undefined ? undefined : shape[name];
  if (name !== undefined && entry !== undefined) {
    const [of, type] = typeof entry === 'string' ? [name, entry] : [entry.of, entry.type];
    return convertTo(scope, readMember(object, node, of), type);
  }
  const suggestion = didYouMean(node.name, Object.keys(shape));
  const owner = object.op === 'call' ? `${object.spec.owner ?? ''}.${object.spec.name}` : 'This';
  report(
    scope,
    suggestion === null ? 'FQL-UNKNOWN-MEMBER' : 'FQL-MISSPELT-MEMBER',
    node.nameSpan,
    { owner, name: node.name, ...(suggestion === null ? {} : { suggestion }) },
    suggestion === null ? {} : { fix: replaceFix(node.nameSpan, suggestion) },
  );
  return invalid(node);
};
