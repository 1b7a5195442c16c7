import { insertFix, removeFix, replaceFix } from '../diagnostics/problem.ts';
import { CHAR_SET_ALIASES, CHAR_SETS } from '../functions/char-sets.ts';
import type { FunctionSpec } from '../functions/spec.ts';
import {
  freeFunctions,
  FUNCTIONS,
  memberFunctions,
  rootNamed,
  ROOTS,
  statementFunction,
  staticFunctions,
} from '../functions/table.ts';
import type { CallNode, ExpressionNode, IndexNode, MemberNode, NameNode } from '../syntax/nodes.ts';
import type { Span } from '../program/span.ts';
import type { FqlType } from '../types.ts';
import { checkFunctionCall } from './calls.ts';
import { checkFunctionOfCustomer, checkFunctionProperty } from './functions/own-functions.ts';
import { checkRecordMember, recordShapeOf, readMember } from './records.ts';
import { answerOf, checkCallOut } from './resources.ts';
import type { CheckedExpression } from './checked.ts';
import { convertTo } from './convert.ts';
import { reviewLength } from './review-arguments.ts';
import { reviewSpelledAttribute } from './review-comparison.ts';
import { report, invalid, type Scope } from './scope.ts';
import { checkVelocity } from './velocities.ts';
import { didYouMean } from '../diagnostics/suggest.ts';

const isProperty = (spec: FunctionSpec): boolean => spec.form === 'property' || spec.form === 'constant';

const unknown = (
  scope: Scope,
  what: 'FUNCTION' | 'MEMBER' | 'NAME',
  span: Span,
  name: string,
  candidates: Iterable<string>,
  owner = '',
): CheckedExpression => {
  const suggestion = didYouMean(name, candidates);
  const params = { name, owner, ...(suggestion === null ? {} : { suggestion }) };
  report(
    scope,
    suggestion === null ? `FQL-UNKNOWN-${what}` : `FQL-MISSPELT-${what}`,
    span,
    params,
    suggestion === null ? {} : { fix: replaceFix(span, suggestion) },
  );
  return invalid(span);
};

/** A word without a sign stands for nothing by itself; most often an attribute was meant. */
export const checkName = (scope: Scope, node: NameNode): CheckedExpression => {
  const index = scope.rule.parameters.findIndex(({ name }) => name.toLowerCase() === node.name.toLowerCase());
  const parameter = scope.rule.parameters[index];
  if (parameter) {
    const span = { from: node.from, to: node.to };
    return { ...span, shown: true, op: 'parameter', index, type: parameter.type };
  }
  const attribute = scope.rule.names.attributes.get(node.name.toLowerCase());
  if (attribute) {
    report(
      scope,
      'FQL-NAME-NEEDS-SIGN',
      node,
      { name: node.name, suggestion: `@"${attribute.path}"` },
      { fix: replaceFix(node, `@"${attribute.path}"`) },
    );
    return invalid(node);
  }
  if (scope.rule.variableOf.has(node.name)) {
    report(
      scope,
      'FQL-NAME-NEEDS-SIGN',
      node,
      { name: node.name, suggestion: `$${node.name}` },
      { fix: insertFix(node.from, '$') },
    );
    return invalid(node);
  }
  if (freeFunctions(node.name).length > 0) {
    report(scope, 'FQL-MISSING-CALL', node, { name: node.name }, { fix: insertFix(node.to, '()') });
    return invalid(node);
  }
  return unknown(scope, 'NAME', node, node.name, []);
};

const charSet = (scope: Scope, node: MemberNode): CheckedExpression => {
  const wanted = node.name.toLowerCase();
  const alias = Object.keys(CHAR_SET_ALIASES).find((name) => name.toLowerCase() === wanted);
  const name = alias ? CHAR_SET_ALIASES[alias] : Object.keys(CHAR_SETS).find((known) => known.toLowerCase() === wanted);
  const set = name === undefined ? undefined : CHAR_SETS[name];
  if (!set) return unknown(scope, 'MEMBER', node.nameSpan, node.name, Object.keys(CHAR_SETS), 'CharSet');
  return { op: 'constant', type: 'CharSet', shown: true, from: node.from, to: node.to, value: set.bit };
};

const staticNames = (root: string): readonly string[] =>
  FUNCTIONS.filter((spec) => spec.owner === root && (spec.form === 'static' || spec.form === 'constant')).map(
    (spec) => spec.name,
  );

/** `Math.PI`, `DateTime.UtcNow`, `Math.Abs(x)`; null where the object is no root. */
const checkStatic = (scope: Scope, node: MemberNode, call: CallNode | null): CheckedExpression | null => {
  const resource = checkCallOut(scope, node, call) ?? checkFunctionOfCustomer(scope, node, call);
  if (resource) return resource;
  if (node.object.kind !== 'name') return null;
  if (node.object.name.toLowerCase() === 'velocity') return checkVelocity(scope, node, call);
  const root = rootNamed(node.object.name);
  if (root === undefined) return null;
  if (root === 'CharSet') return charSet(scope, node);
  const specs = staticFunctions(root, node.name);
  const spec = specs[0];
  if (!spec)
    return (
      checkStaticOfText(scope, node, call) ??
      unknown(scope, 'MEMBER', node.nameSpan, node.name, staticNames(root), root)
    );
  return callOrRead(scope, specs, null, node, call);
};

/** Checks that a method is called and a property is not, and then the call itself. */
const callOrRead = (
  scope: Scope,
  specs: readonly FunctionSpec[],
  self: CheckedExpression | null,
  node: MemberNode,
  call: CallNode | null,
): CheckedExpression => {
  const property = specs.every(isProperty);
  if (property && call && call.args.length === 0) {
    const brackets = { from: node.to, to: call.to };
    report(scope, 'FQL-NOT-CALLABLE', brackets, { name: node.name }, { fix: removeFix(brackets, '()') });
  } else if (property && call) {
    report(scope, 'FQL-NOT-CALLABLE', node.nameSpan, { name: node.name });
    return invalid(call);
  } else if (!property && !call) {
    report(scope, 'FQL-MISSING-CALL', node.nameSpan, { name: node.name }, { fix: insertFix(node.to, '()') });
    return invalid(node);
  }
  return checkFunctionCall(scope, specs, self, property ? [] : (call?.args ?? []), call ?? node);
};

/** Types a member may belong to on a value whose type its use decides, in the order they are tried. */
const OPEN_OWNERS: readonly FqlType[] = ['DateTime', 'String'];

type Found = { readonly specs: readonly FunctionSpec[]; readonly self: FqlType | null };

const findMember = (type: FqlType, name: string, call: CallNode | null): Found | null => {
  const any = memberFunctions('Any', name);
  if (type === 'Json' || type === 'Untyped') {
    // Without a call, a member of a JSON node is its own: `$r.length` is what the answer calls length.
    if (type === 'Json' && !call) return null;
    // `x.ToString("yyyy")` formats a date; without a format it is the conversion.
    if (any.length > 0 && (call?.args.length ?? 0) === 0) return { specs: any, self: null };
    const own = memberFunctions('Json', name);
    if (own.length > 0) return { specs: own, self: null };
    for (const owner of OPEN_OWNERS) {
      const specs = memberFunctions(owner, name);
      if (specs.length > 0) return { specs, self: owner };
    }
    return null;
  }
  const specs = memberFunctions(type, name);
  if (specs.length > 0) return { specs, self: null };
  // The name of a day, not its number.
  if (any.length > 0)
    return { specs: any, self: type === 'DayOfWeek' && any[0]?.result === 'String' ? 'String' : null };
  const asText = type === 'DayOfWeek' || type === 'Decision' ? memberFunctions('String', name) : [];
  return asText.length > 0 ? { specs: asText, self: 'String' } : null;
};

const memberNames = (type: FqlType): readonly string[] => {
  const owners: readonly string[] =
    type === 'Untyped' || type === 'Json' ? ['Any', 'Json', ...OPEN_OWNERS] : ['Any', type];
  return FUNCTIONS.filter(
    (spec) => (spec.form === 'method' || spec.form === 'property') && owners.includes(spec.owner ?? ''),
  ).map((spec) => spec.name);
};

/** `user.email` written without its sign and quotes; null where the names lead to no attribute. */
const barePath = (scope: Scope, node: MemberNode): string | null => {
  const { object, name } = node;
  const { attributes } = scope.rule.names;
  const before = object.kind === 'name' ? object.name : object.kind === 'member' ? barePath(scope, object) : null;
  if (before === null || (object.kind === 'name' && isNameOfText(scope, object.name))) return null;
  const path = `${before}.${name}`;
  return attributes.get(path.toLowerCase())?.path ?? path;
};

/** Roots whose members are the customer's own. */
const RESOURCE_ROOTS: ReadonlySet<string> = new Set(['velocity', 'external', 'assessments', 'assessment', 'functions']);

const isNameOfText = (scope: Scope, name: string): boolean =>
  RESOURCE_ROOTS.has(name.toLowerCase()) ||
  rootNamed(name) !== undefined ||
  scope.rule.parameters.some((parameter) => parameter.name.toLowerCase() === name.toLowerCase());

const checkValueMember = (scope: Scope, node: MemberNode, call: CallNode | null): CheckedExpression => {
  const path = call ? null : barePath(scope, node);
  if (
    path !== null &&
    (scope.rule.names.attributes.size === 0 || scope.rule.names.attributes.has(path.toLowerCase()))
  ) {
    const params = { name: path, suggestion: `@"${path}"` };
    report(scope, 'FQL-NAME-NEEDS-SIGN', node, params, { fix: replaceFix(node, `@"${path}"`) });
    return invalid(node);
  }
  const object = scope.expression(scope, node.object);
  if (object.type === 'Invalid' || node.name === '') {
    for (const arg of call?.args ?? []) scope.expression(scope, arg.value);
    return invalid(call ?? node);
  }
  reviewSpelledAttribute(scope, object, node.object);
  if (!call) reviewLength(scope, object, node.name);
  if (object.type === 'Function' && !call) return checkFunctionProperty(scope, object, node.name, node.nameSpan, node);
  const shape = object.type === 'Json' && !call ? recordShapeOf(scope, object) : null;
  if (shape) return checkRecordMember(scope, object, shape, node);
  const found = findMember(object.type, node.name, call);
  if (found?.specs[0]?.id === 'Json.GetDiagnostics') {
    const answer = answerOf(scope, object);
    if (answer) return callOrRead(scope, found.specs, answer, node, call);
    report(scope, 'FQL-NOT-AN-ANSWER', node.nameSpan);
    return invalid(call ?? node);
  }
  if (found) {
    const self = found.self === null ? object : convertTo(scope, object, found.self);
    return callOrRead(scope, found.specs, self, node, call);
  }
  if (object.type === 'Json' && !call) return readMember(object, node, node.name);
  if (node.object.kind === 'attribute' && !call) {
    const path = `@"${node.object.path}.${node.name}"`;
    report(
      scope,
      'FQL-PATH-NEEDS-QUOTES',
      node,
      { name: node.name, suggestion: path },
      { fix: replaceFix(node, path) },
    );
    return invalid(node);
  }
  // An attribute has no type yet: it is named as it is written.
  const written = scope.text.slice(node.object.from, node.object.to);
  const owner = object.type === 'Untyped' || object.type === 'Json' ? written.slice(0, 60) : object.type;
  return unknown(scope, 'MEMBER', node.nameSpan, node.name, memberNames(object.type), owner);
};

export const checkMember = (scope: Scope, node: MemberNode): CheckedExpression =>
  checkStatic(scope, node, null) ?? checkValueMember(scope, node, null);

export const checkIndex = (scope: Scope, node: IndexNode): CheckedExpression => {
  const object = scope.expression(scope, node.object);
  const index = scope.expression(scope, node.index);
  if (object.type === 'Invalid' || index.type === 'Invalid') return invalid(node);
  if (object.type !== 'Json' && object.type !== 'Untyped') {
    report(scope, 'FQL-NOT-INDEXABLE', node.object, { found: object.type });
    return invalid(node);
  }
  // A text index names a member: `$node["key"]`.
  const key = index.type === 'String' ? index : convertTo(scope, index, 'Double', 'strictly');
  if (key.type === 'Invalid') return key;
  return {
    op: 'operation',
    name: index.type === 'String' ? 'nodeMember' : 'nodeIndex',
    type: 'Json',
    shown: true,
    from: node.from,
    to: node.to,
    operands: [convertTo(scope, object, 'Json'), key],
  };
};

/** A member of the first argument, written as a function: `Contains(a, "b")`, `String.Trim(a)`. */
const checkMemberAsFunction = (scope: Scope, node: CallNode, callee: Span, name: string): CheckedExpression | null => {
  const [first, ...rest] = node.args;
  const member = ['String', 'DateTime', 'Any'].flatMap((owner) => memberFunctions(owner, name))[0];
  if (!member || !first) return null;
  const text = (part: Span): string => scope.text.slice(part.from, part.to);
  const others = rest.map(({ value }) => text(value)).join(', ');
  const brackets = member.form === 'property' ? '' : `(${others})`;
  const suggestion = `${text(first.value)}.${member.name}${brackets}`;
  const params = { name: text(callee), suggestion };
  report(scope, 'FQL-MISSPELT-FUNCTION', callee, params, { fix: replaceFix(node, suggestion) });
  return invalid(node);
};

/** `String.Trim(x)`: a member of a text, written as if C# had it so. */
const checkStaticOfText = (scope: Scope, callee: MemberNode, node: CallNode | null): CheckedExpression | null => {
  if (node === null || callee.object.kind !== 'name' || callee.object.name.toLowerCase() !== 'string') return null;
  for (const arg of node.args) scope.expression(scope, arg.value);
  return checkMemberAsFunction(scope, node, callee, callee.name);
};

const checkFreeCall = (scope: Scope, node: CallNode, callee: NameNode): CheckedExpression => {
  const specs = freeFunctions(callee.name);
  if (specs.length > 0) return checkFunctionCall(scope, specs, null, node.args, node);
  for (const arg of node.args) scope.expression(scope, arg.value);
  const owned = ROOTS.flatMap((root) => staticFunctions(root, callee.name))[0];
  if (owned) {
    const suggestion = `${owned.owner}.${owned.name}`;
    const params = { name: callee.name, suggestion };
    report(scope, 'FQL-MISSPELT-FUNCTION', callee, params, { fix: replaceFix(callee, suggestion) });
    return invalid(node);
  }
  if (statementFunction(callee.name)) {
    report(scope, 'FQL-MISPLACED-CALL', callee, { name: callee.name });
    return invalid(node);
  }
  const asMember = checkMemberAsFunction(scope, node, callee, callee.name);
  if (asMember) return asMember;
  const names = FUNCTIONS.filter((spec) => spec.form === 'free').map((spec) => spec.name);
  unknown(scope, 'FUNCTION', callee, callee.name, [...names, ...ROOTS]);
  return invalid(node);
};

/** `f(x)`, `Root.f(x)` or `value.f(x)`. */
export const checkCall = (scope: Scope, node: CallNode): CheckedExpression => {
  const callee: ExpressionNode = node.callee;
  if (callee.kind === 'name') return checkFreeCall(scope, node, callee);
  if (callee.kind === 'member') {
    return checkStatic(scope, callee, node) ?? checkValueMember(scope, callee, node);
  }
  scope.expression(scope, callee);
  for (const arg of node.args) scope.expression(scope, arg.value);
  if (callee.kind !== 'missing') report(scope, 'FQL-NOT-A-FUNCTION', callee);
  return invalid(node);
};
