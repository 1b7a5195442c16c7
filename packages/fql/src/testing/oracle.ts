import type { Json } from '@redoubt/kernel';
import type { CheckedExpression, CheckedPair, CheckedRule, CheckedStatement, OperationName } from '../check/checked.ts';
import { readAll, readAttribute } from '../runtime/attributes.ts';
import * as conversions from '../runtime/conversions.ts';
import type { Answered } from '../runtime/calls.ts';
import type { EvaluationContext } from '../runtime/context.ts';
import { IMPLEMENTATIONS } from '../runtime/implementations.ts';
import { compilePattern } from '../regex/compile-pattern.ts';
import { nodeAdd, nodeEqual, nodeIndex, nodeMember, compareNodes } from '../runtime/nodes.ts';
import { Run, type RuleShape } from '../runtime/run.ts';
import { compareInstants, Fault, FqlDate, FqlSpan, MAX_DATE_MS, MIN_DATE_MS } from '../runtime/values.ts';
import type { FqlType } from '../types.ts';

/** What the oracle says about a rule: enough to be compared with a compiled run. */
export type OracleOutcome = {
  readonly conditionMet: boolean;
  readonly decision: unknown;
  readonly outputs: unknown;
  readonly traces: unknown;
  readonly variables: unknown;
  readonly response: unknown;
  readonly queue: unknown;
  readonly calls: unknown;
  readonly errors: readonly string[];
};

const divided = (b: unknown): void => {
  if (b === 0) throw new Fault('EVAL-DIVISION-BY-ZERO', 0, '');
};

const PER_MS = 10_000n;

/** All ticks of an instant or a length of time. */
const ticksOf = ({ ms, ticks }: FqlDate | FqlSpan): bigint => BigInt(ms) * PER_MS + BigInt(ticks);

const dateOf = (date: FqlDate, span: FqlSpan, sign: 1n | -1n): FqlDate => {
  if (!Number.isFinite(span.ms)) throw new Fault('EVAL-OUT-OF-RANGE', 0, '');
  const ticks = ticksOf(date) + sign * ticksOf(span) - BigInt(MIN_DATE_MS) * PER_MS;
  const ms = Number(ticks / PER_MS) + MIN_DATE_MS;
  if (!(ticks >= 0n && ms <= MAX_DATE_MS)) throw new Fault('EVAL-OUT-OF-RANGE', 0, '');
  return new FqlDate(ms, date.offsetMinutes, Number(ticks % PER_MS));
};

const spanOf = (a: FqlDate | FqlSpan, b: FqlDate | FqlSpan, sign: 1n | -1n): FqlSpan => {
  if (!Number.isFinite(a.ms) || !Number.isFinite(b.ms)) return FqlSpan.ofMs(a.ms + Number(sign) * b.ms);
  const ticks = ticksOf(a) + sign * ticksOf(b);
  const beyond = ((ticks % PER_MS) + PER_MS) % PER_MS;
  return FqlSpan.of(Number((ticks - beyond) / PER_MS), Number(beyond));
};

const order = (family: string, a: never, b: never, run: Run): number => {
  const text = (value: unknown): string => conversions.text(value);
  if (family === 'instant') return compareInstants(a, b);
  if (family === 'node' || run.context.switches.untypedCompare === 'auto')
    return family === '' ? (a < b ? -1 : a === b ? 0 : 1) : compareNodes(a, b);
  if (family === 'untyped') return text(a) < text(b) ? -1 : text(a) === text(b) ? 0 : 1;
  return a < b ? -1 : a === b ? 0 : a > b ? 1 : Number.NaN;
};

const COMPARISON = /^(instant|node|untyped)?(less|greater|lessOrEqual|greaterOrEqual|equal|notEqual)$/i;

const compare = (name: OperationName, a: unknown, b: unknown, run: Run): boolean | null => {
  const match = COMPARISON.exec(name);
  if (!match) return null;
  const [, family = '', relation = ''] = match;
  const kind = relation.toLowerCase();
  if (family === 'node' && kind.endsWith('equal') && !kind.includes('or'))
    return nodeEqual(a, b) === (kind === 'equal');
  const sign = order(family, a as never, b as never, run);
  const outcomes: Record<string, boolean> = {
    less: sign < 0,
    greater: sign > 0,
    lessorequal: sign <= 0,
    greaterorequal: sign >= 0,
    equal: sign === 0,
    notequal: sign !== 0,
  };
  return outcomes[kind] ?? false;
};

const operate = (name: OperationName, values: readonly unknown[], run: Run): unknown => {
  const [x, y] = values as [never, never];
  const compared = compare(name, x, y, run);
  if (compared !== null) return compared;
  const a = x as number;
  const b = y as number;
  const fold = (value: unknown): string => String(value).toLowerCase();
  switch (name) {
    case 'addInt':
      return Number(BigInt.asIntN(32, BigInt(a) + BigInt(b)));
    case 'subtractInt':
      return Number(BigInt.asIntN(32, BigInt(a) - BigInt(b)));
    case 'multiplyInt':
      return Number(BigInt.asIntN(32, BigInt(a) * BigInt(b)));
    case 'divideInt':
      divided(b);
      return Number(BigInt.asIntN(32, BigInt(a) / BigInt(b)));
    case 'remainderInt':
      divided(b);
      return Number(BigInt(a) % BigInt(b));
    case 'negateInt':
      return Number(BigInt.asIntN(32, -BigInt(a)));
    case 'add':
      return a + b;
    case 'subtract':
      return a - b;
    case 'multiply':
      return a * b;
    case 'divide':
      divided(b);
      return a / b;
    case 'remainder':
      divided(b);
      return a % b;
    case 'negate':
      return -a;
    case 'concat':
      return `${x as string}${y as string}`;
    case 'not':
      return !x;
    case 'equalIgnoringCase':
      return fold(x) === fold(y);
    case 'notEqualIgnoringCase':
      return fold(x) !== fold(y);
    case 'nodeAdd':
      return nodeAdd(x, y);
    case 'isNull':
      return x === null || x === undefined;
    case 'isNotNull':
      return x !== null && x !== undefined;
    case 'dateMinusDate':
      return spanOf(x, y, -1n);
    case 'datePlusSpan':
      return dateOf(x, y, 1n);
    case 'dateMinusSpan':
      return dateOf(x, y, -1n);
    case 'spanPlusSpan':
      return spanOf(x, y, 1n);
    case 'spanMinusSpan':
      return spanOf(x, y, -1n);
    case 'negateSpan':
      return spanOf(FqlSpan.ofMs(0), x, -1n);
    case 'unionCharSet':
      return a | b;
    case 'nodeMember':
      return nodeMember(x, y);
    case 'textEqual':
    case 'textNotEqual': {
      const shown = conversions.text(x);
      const same = typeof x === 'boolean' ? fold(shown) === fold(y) : shown === y;
      return same === (name === 'textEqual');
    }
    case 'textMember':
      return nodeMember(x, y) ?? '';
    case 'nodeIndex':
      return nodeIndex(x, y);
    default:
      throw new Error(`The oracle does not know ${name}.`);
  }
};

const convert = (value: unknown, from: FqlType, to: FqlType): unknown => {
  if (from === 'Answer') return (value as Answered).answer.response;
  if (from === 'DayOfWeek' && to !== 'Double' && to !== 'Int32') return conversions.dayText(value as number);
  switch (to) {
    case 'Double':
      return conversions.number(value);
    case 'Int32':
      return conversions.int(value);
    case 'String':
      return conversions.text(value);
    case 'Boolean':
      return conversions.boolean(value);
    case 'DateTime':
      return conversions.date(value);
    case 'TimeSpan':
      return conversions.span(value);
    default:
      return conversions.json(value);
  }
};

/**
 * The language by walking the checked tree: slow, plain, and written apart from the code generator. It exists to be
 * disagreed with in tests; nothing in the product runs it.
 */
export const evaluateByOracle = async (
  rule: CheckedRule,
  context: EvaluationContext,
  shape: RuleShape,
): Promise<OracleOutcome> => {
  const run = new Run(shape, context);
  /** The part whose text is being evaluated. */
  let running = 0;
  const variables = new Map<number, unknown>();

  /** Values of the slots an `any` goes through, innermost last. */
  const bound = new Map<number, Json>();

  const all = async (nodes: readonly CheckedExpression[]): Promise<unknown[]> => {
    const values: unknown[] = [];
    // oxlint-disable-next-line eslint/no-await-in-loop -- what is evaluated first decides what is called first
    for (const node of nodes) values.push(await value(node));
    return values;
  };

  const value = async (node: CheckedExpression): Promise<unknown> => {
    switch (node.op) {
      case 'constant':
        return node.value;
      case 'slot':
        if (bound.has(node.slot)) return bound.get(node.slot);
        return readAttribute(context.payload, context.generated, rule.slots[node.slot]?.steps ?? []);
      case 'payload':
        return context.payload;
      case 'parameter':
        return run.argument(node.index);
      case 'variable': {
        if (!variables.has(node.variable)) {
          const definition = rule.variables[node.variable];
          if (definition) {
            const outer = running;
            running = shape.partIds.indexOf(definition.part);
            variables.set(node.variable, await value(definition.value));
            running = outer;
          }
        }
        return variables.get(node.variable);
      }
      case 'exists':
        return ((await value(node.operand)) ?? null) !== null;
      case 'convert':
        return convert(await value(node.operand), node.operand.type, node.type);
      case 'operation':
        return operate(node.name, await all(node.operands), run);
      case 'logical': {
        const decides = node.operator === 'or';
        // oxlint-disable-next-line eslint/no-await-in-loop -- the next operand may not be needed
        for (const operand of node.operands) if ((await value(operand)) === decides) return decides;
        return !decides;
      }
      case 'conditional':
        return (await value(node.condition)) ? value(node.whenTrue) : value(node.whenFalse);
      case 'call': {
        const args = await all(node.args);
        const site = shape.sites.findIndex(
          (place) => place.from === node.from && place.to === node.to && place.part === running,
        );
        const implementation = IMPLEMENTATIONS[node.spec.id] as (...given: unknown[]) => unknown;
        return node.spec.usesRun ? implementation(run, site, ...args) : implementation(...args);
      }
      case 'inChoices':
        return node.choices.includes(((await value(node.operand)) as string).trim().toLowerCase());
      case 'velocity':
        return run.velocity(
          node.velocity,
          (await value(node.key)) as string,
          node.amount,
          node.unit,
          node.includesCurrent,
        );
      case 'matches':
        return compilePattern(node.pattern)((await value(node.operand)) as string);
      case 'array':
        return all(node.items);
      case 'object': {
        const values = await all(node.members.map((member) => member.value));
        return Object.fromEntries(node.members.map(({ key }, index) => [key, values[index]]));
      }
      case 'external':
        return run.external(node.name, await all(node.args));
      case 'remoteLookup': {
        const key = (await value(node.key)) as string;
        const fallback = node.fallback ? ((await value(node.fallback)) as string) : undefined;
        return run.remoteLookup(node.list, node.keyColumn, key, node.valueColumn, fallback);
      }
      case 'assessment': {
        const api = node.api ? ((await value(node.api)) as string) : null;
        const base = node.baseInput ? await value(node.baseInput) : null;
        return run.assessment(node.name, node.method, api, base, await pairs(node.fields));
      }
      case 'functionCall':
        return all(node.args);
      case 'functionProperty': {
        if (node.property === null) return run.functionValue(0, node.shownName, undefined, node.fallback);
        const args = (await value(node.operand)) as Json[];
        const found = await run.readFunction(node.scope, node.name, node.property, args);
        return run.functionValue(0, node.shownName, found, node.fallback);
      }
      case 'any': {
        const values = readAll(context.payload, context.generated, rule.slots[node.slot]?.steps ?? []);
        if (values.length < 2) return value(node.operand);
        const outer = bound.get(node.slot);
        let holds = false;
        for (const each of values) {
          bound.set(node.slot, each);
          // oxlint-disable-next-line eslint/no-await-in-loop -- one value after the other
          holds ||= (await value(node.operand)) as boolean;
        }
        if (outer === undefined) bound.delete(node.slot);
        else bound.set(node.slot, outer);
        return holds;
      }
      case 'invalid':
        throw new Fault('EVAL-BROKEN-TEXT', 0, '');
    }
  };

  const pairs = async (list: readonly CheckedPair[]): Promise<readonly [readonly string[], readonly Json[]]> => {
    const values = await all(list.map(({ value: node }) => node));
    return [
      list.map(({ key }) => key),
      list.map(({ value: node }, index) => (node.type === 'Untyped' ? (values[index] ?? '') : values[index]) as Json),
    ];
  };

  const texts = async (node: CheckedStatement & { readonly kind: 'decide' }) =>
    [await optional(node.challengeType), await optional(node.reason), await optional(node.supportMessage)] as const;
  const optional = async (text: CheckedExpression | null): Promise<string | null> =>
    text ? ((await value(text)) as string) : null;

  /** What a statement does once its WHEN holds; whether it ends the run. */
  const perform = async (
    part: number,
    node: Exclude<CheckedStatement, { readonly kind: 'when' }>,
  ): Promise<boolean> => {
    switch (node.kind) {
      case 'setVariables':
        run.setVariables(part, ...(await pairs(node.pairs)));
        return false;
      case 'respond': {
        const section = await optional(node.section);
        run.respond(part, section, ...(await pairs(node.pairs)));
        return false;
      }
      case 'routeTo':
        run.routeTo(part, (await value(node.queue)) as string);
        return true;
      case 'callOut':
        await value(node.call);
        run.done(part);
        return false;
      case 'decide':
      case 'observe': {
        const decided = node.kind === 'decide' ? await texts(node) : null;
        const observed = [];
        for (const { target, pairs: list } of node.observations)
          // oxlint-disable-next-line eslint/no-await-in-loop -- what is evaluated first decides what is called first
          observed.push([target, await pairs(list)] as const);
        if (node.kind === 'decide' && decided) run.decide(part, node.decision, ...decided);
        for (const [target, [keys, values]] of observed) run[target](part, keys, values);
        return node.kind === 'decide';
      }
      default:
        throw new Error(`The oracle does not know ${node.kind}.`);
    }
  };

  const statement = async (part: number, node: CheckedStatement): Promise<boolean> => {
    if (node.kind === 'when') return (await value(node.condition)) as boolean;
    if (node.when && (await value(node.when)) !== true) return false;
    return perform(part, node);
  };

  const parts = [rule.condition, ...rule.clauses];
  let conditionMet = true;
  const errors: string[] = [];
  for (let part = 0; part < parts.length && conditionMet && !run.decision; part += 1) {
    running = part;
    try {
      for (const node of parts[part]?.statements ?? []) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- statements run in their order
        const held = await statement(part, node);
        if (part === 0) conditionMet = held;
        else if (held) break;
      }
    } catch (thrown) {
      if (!(thrown instanceof Fault)) throw thrown;
      errors.push(thrown.code);
      if (part === 0) conditionMet = false;
    }
  }
  const { effects } = run;
  return {
    conditionMet,
    decision: run.decision,
    outputs: run.outputs,
    traces: effects.traces,
    variables: effects.globals,
    response: effects.response,
    queue: run.queue,
    calls: effects.calls,
    errors,
  };
};
