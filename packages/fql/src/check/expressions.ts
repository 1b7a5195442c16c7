import { removeFix } from '../diagnostics/problem.ts';
import { memberFunctions } from '../functions/table.ts';
import type {
  CastNode,
  CastType,
  ConditionalNode,
  ExpressionNode,
  LogicalNode,
  ObjectNode,
  VariableNode,
} from '../syntax/nodes.ts';
import type { FqlType } from '../types.ts';
import { checkAttribute } from './attributes.ts';
import type { CheckedExpression } from './checked.ts';
import { convertTo, isOpen } from './convert.ts';
import { checkCall, checkIndex, checkMember, checkName } from './members.ts';
import { checkBinary, checkUnary } from './operators.ts';
import { report, invalid, type Scope } from './scope.ts';
import { didYouMean } from '../diagnostics/suggest.ts';

const checkVariable = (scope: Scope, node: VariableNode): CheckedExpression => {
  const variable = scope.rule.variableOf.get(node.name);
  const definition = variable === undefined ? undefined : scope.rule.variables[variable];
  if (variable === undefined || !definition) {
    const suggestion = didYouMean(node.name, scope.rule.variableOf.keys());
    const params = { name: node.name, ...(suggestion === null ? {} : { suggestion: `$${suggestion}` }) };
    report(
      scope,
      suggestion === null ? 'FQL-UNBOUND-VARIABLE' : 'FQL-MISSPELT-VARIABLE',
      node,
      params,
      suggestion === null
        ? {}
        : {
            fix: {
              label: 'FIX-REPLACE',
              params: { text: `$${suggestion}` },
              edits: [{ from: node.from, to: node.to, insert: `$${suggestion}` }],
            },
          },
    );
    return invalid(node);
  }
  return { op: 'variable', variable, type: definition.value.type, shown: true, from: node.from, to: node.to };
};

const checkLogical = (scope: Scope, node: LogicalNode): CheckedExpression => ({
  op: 'logical',
  operator: node.operator,
  type: 'Boolean',
  shown: true,
  from: node.from,
  to: node.to,
  operands: node.operands.map((operand) => convertTo(scope, scope.expression(scope, operand), 'Boolean', 'strictly')),
});

/**
 * Type of a conditional: one of its branches where they agree, the wider number, else text
 * (`docs/language/guide.md#operators-from-the-tightest-to-the-loosest`).
 */
const branchType = (a: CheckedExpression, b: CheckedExpression): FqlType => {
  if (a.type === b.type) return a.type;
  if (a.op === 'constant' && a.value === null) return b.type;
  if (b.op === 'constant' && b.value === null) return a.type;
  const widen = (type: FqlType): FqlType => (type === 'Int32' ? 'Double' : type);
  if (a.type === 'Invalid' || b.type === 'Invalid') return 'Invalid';
  if (isOpen(a) && isOpen(b)) return 'Json';
  if (isOpen(a)) return widen(b.type);
  if (isOpen(b)) return widen(a.type);
  return widen(a.type) === widen(b.type) ? 'Double' : 'String';
};

const checkConditional = (scope: Scope, node: ConditionalNode): CheckedExpression => {
  const condition = convertTo(scope, scope.expression(scope, node.condition), 'Boolean', 'strictly');
  const whenTrue = scope.expression(scope, node.whenTrue);
  const whenFalse = scope.expression(scope, node.whenFalse);
  const type = branchType(whenTrue, whenFalse);
  if (type === 'Invalid') return invalid(node);
  return {
    op: 'conditional',
    type,
    shown: true,
    from: node.from,
    to: node.to,
    condition,
    whenTrue: convertTo(scope, whenTrue, type),
    whenFalse: convertTo(scope, whenFalse, type),
  };
};

const CONVERTER_OF: Readonly<Record<CastType, string>> = {
  string: 'ToString',
  int: 'ToInt32',
  double: 'ToDouble',
  bool: 'ToBoolean',
  datetime: 'ToDateTime',
};

const checkCast = (scope: Scope, node: CastNode): CheckedExpression => {
  const operand = scope.expression(scope, node.operand);
  const spec = memberFunctions('Any', CONVERTER_OF[node.type])[0];
  if (operand.type === 'Invalid' || !spec) return invalid(node);
  return { op: 'call', spec, args: [operand], type: spec.result, shown: true, from: node.from, to: node.to };
};

const checkObject = (scope: Scope, node: ObjectNode): CheckedExpression => {
  const last = new Map(node.members.map(({ key }, index) => [key, index]));
  return {
    op: 'object',
    type: 'Json',
    shown: true,
    from: node.from,
    to: node.to,
    members: node.members.map((member, index) => {
      if (last.get(member.key) !== index) report(scope, 'FQL-DUPLICATE-KEY', member.keySpan, { name: member.key });
      return { key: member.key, value: convertTo(scope, scope.expression(scope, member.value), 'Json') };
    }),
  };
};

/** Counts one expression; false where the text or the rule has too many, which is reported once. */
const countExpression = (scope: Scope, node: ExpressionNode): boolean => {
  const { size, names } = scope.rule;
  const { expressionsPerText, expressionsPerRule } = names.limits;
  size.expressions += 1;
  size.expressionsOfText += 1;
  if (size.expressionsOfText > expressionsPerText) {
    if (size.expressionsOfText === expressionsPerText + 1)
      report(scope, 'FQL-TEXT-TOO-LARGE', node, { limit: String(expressionsPerText) });
    return false;
  }
  if (size.expressions === expressionsPerRule + 1)
    report(scope, 'FQL-RULE-TOO-LARGE', node, { limit: String(expressionsPerRule) });
  return size.expressions <= expressionsPerRule;
};

/** Types one expression; every problem is reported, none throws. What is past a limit of size is not looked at. */
export const checkExpression = (scope: Scope, node: ExpressionNode): CheckedExpression => {
  if (!countExpression(scope, node)) return invalid(node);
  const base = { shown: true, from: node.from, to: node.to } as const;
  switch (node.kind) {
    case 'number':
      return { ...base, op: 'constant', type: node.integer ? 'Int32' : 'Double', value: node.value };
    case 'string':
      return { ...base, op: 'constant', type: 'String', value: node.value };
    case 'boolean':
      return { ...base, op: 'constant', type: 'Boolean', value: node.value };
    case 'null':
      return { ...base, op: 'constant', type: 'Json', value: null };
    case 'window':
      // Without its unit a window is another number: days alone are what differences of dates are compared in.
      report(
        scope,
        'FQL-WINDOW-MISPLACED',
        node,
        {},
        node.unit === 'd' ? { fix: removeFix({ from: node.to - 1, to: node.to }, node.unit) } : {},
      );
      return { ...base, op: 'constant', type: 'Int32', value: node.amount };
    case 'variable':
      return checkVariable(scope, node);
    case 'attribute':
    case 'json':
      return checkAttribute(scope, node);
    case 'name':
      return checkName(scope, node);
    case 'array':
      return {
        ...base,
        op: 'array',
        type: 'Json',
        items: node.items.map((item) => convertTo(scope, scope.expression(scope, item), 'Json')),
      };
    case 'object':
      return checkObject(scope, node);
    case 'unary':
      return checkUnary(scope, node);
    case 'binary':
      return checkBinary(scope, node);
    case 'logical':
      return checkLogical(scope, node);
    case 'conditional':
      return checkConditional(scope, node);
    case 'cast':
      return checkCast(scope, node);
    case 'member':
      return checkMember(scope, node);
    case 'index':
      return checkIndex(scope, node);
    case 'call':
      return checkCall(scope, node);
    case 'missing':
      return invalid(node);
  }
};
