import type { CheckedExpression } from '../check/checked.ts';
import { invariant } from '@redoubt/kernel';
import type { Span } from '../syntax/nodes.ts';
import { compilePattern } from '../runtime/regex.ts';
import { MASK_BITS } from '../runtime/run.ts';
import { conversion, TEMPLATES } from './templates.ts';

/** A place in the texts that an error or an explained value points to. */
export type Site = Span & { readonly part: number };

/**
 * What the emitter gathers while it writes one rule. Code refers to functions (`f0`), captured constants (`c0`), slots
 * (`s0`) and variables (`v0`) by number only; literals are written by `JSON.stringify`. In explain mode every
 * expression that stands in the text reports its value as well.
 */
export type Emitter = {
  readonly explain: boolean;
  readonly functions: string[];
  readonly captured: unknown[];
  readonly sites: Site[];
  /** Slots that are read as dates: the text is parsed once per event, however many clauses ask. */
  readonly dateSlots: Set<number>;
  /** The part whose text is being written. */
  part: number;
};

export const siteOf = (emitter: Emitter, span: Span): number =>
  emitter.sites.push({ part: emitter.part, from: span.from, to: span.to }) - 1;

/** JSON text is JavaScript text; a negative number is bracketed so that it can follow any operator. */
export const literal = (value: string | number | boolean | null): string => {
  const code = JSON.stringify(value);
  return typeof value === 'number' && (value < 0 || Object.is(value, -0))
    ? `(${Object.is(value, -0) ? '-0' : code})`
    : code;
};

const capture = (emitter: Emitter, value: unknown): string => `c${emitter.captured.push(value) - 1}`;

const functionNamed = (emitter: Emitter, id: string): string => {
  const known = emitter.functions.indexOf(id);
  return `f${known >= 0 ? known : emitter.functions.push(id) - 1}`;
};

const emitCall = (emitter: Emitter, node: CheckedExpression & { readonly op: 'call' }): string => {
  const args = node.args.map((arg) => emitExpression(emitter, arg));
  const run = node.spec.usesRun ? ['T', String(siteOf(emitter, node))] : [];
  return `${functionNamed(emitter, node.spec.id)}(${[...run, ...args].join(',')})`;
};

const emitLogical = (emitter: Emitter, node: CheckedExpression & { readonly op: 'logical' }): string => {
  const operands = node.operands.map((operand) => emitExpression(emitter, operand));
  if (emitter.explain)
    return `T.logical(${node.operator === 'or'},[${operands.map((code) => `()=>${code}`).join(',')}])`;
  return `(${operands.join(node.operator === 'or' ? '||' : '&&')})`;
};

const emitConditional = (emitter: Emitter, node: CheckedExpression & { readonly op: 'conditional' }): string => {
  const [condition, whenTrue, whenFalse] = [node.condition, node.whenTrue, node.whenFalse].map((part) =>
    emitExpression(emitter, part),
  );
  if (emitter.explain) return `T.conditional(()=>${condition},()=>${whenTrue},()=>${whenFalse})`;
  return `(${condition}?${whenTrue}:${whenFalse})`;
};

const emitDateOfSlot = (emitter: Emitter, slot: number): string => {
  emitter.dateSlots.add(slot);
  return `d${slot}(T)`;
};

const emitPlain = (emitter: Emitter, node: CheckedExpression): string => {
  switch (node.op) {
    case 'constant':
      return literal(node.value);
    case 'slot':
      return `s${node.slot}(T)`;
    case 'payload':
      return 'T.context.payload';
    case 'parameter':
      return `T.argument(${node.index})`;
    case 'variable':
      return `v${node.variable}(T)`;
    case 'exists':
      return `(${emitExpression(emitter, node.operand)}!=null)`;
    case 'convert':
      if (node.type === 'DateTime' && node.operand.op === 'slot' && !emitter.explain)
        return emitDateOfSlot(emitter, node.operand.slot);
      return conversion(node.operand.type, node.type, emitExpression(emitter, node.operand));
    case 'operation': {
      const operands = node.operands.map((operand) => emitExpression(emitter, operand));
      return TEMPLATES[node.name](operands, String(siteOf(emitter, node)));
    }
    case 'logical':
      return emitLogical(emitter, node);
    case 'conditional':
      return emitConditional(emitter, node);
    case 'call':
      return emitCall(emitter, node);
    case 'inChoices':
      return `${capture(emitter, new Set(node.choices))}.has(fold(${emitExpression(emitter, node.operand)}))`;
    case 'matches':
      return `${capture(emitter, compilePattern(node.pattern))}(${emitExpression(emitter, node.operand)})`;
    case 'velocity':
      return `T.velocity(${literal(node.velocity)},${emitExpression(emitter, node.key)},${node.amount},${literal(node.unit)})`;
    case 'array':
      return `array([${node.items.map((item) => emitExpression(emitter, item)).join(',')}],${siteOf(emitter, node)})`;
    case 'object': {
      const keys = node.members.map((member) => literal(member.key)).join(',');
      const values = node.members.map((member) => emitExpression(emitter, member.value)).join(',');
      return `object([${keys}],[${values}],${siteOf(emitter, node)})`;
    }
    case 'invalid':
      return `broken(${siteOf(emitter, node)})`;
  }
};

/** JavaScript for one expression, always one bracketed or primary expression. */
export const emitExpression = (emitter: Emitter, node: CheckedExpression): string => {
  const code = emitPlain(emitter, node);
  if (!emitter.explain || !node.shown) return code;
  return `T.explain(${siteOf(emitter, node)},${literal(node.type)},()=>${code})`;
};

/** The function that reads a slot: it marks the read and asks the run only the first time. */
export const emitSlot = (slot: number): string => {
  invariant(Number.isInteger(slot), 'Slots are numbers.');
  const word = Math.floor(slot / MASK_BITS);
  const bit = 1 << (slot % MASK_BITS);
  return `function s${slot}(T){T.masks[T.base+${word}]|=${bit};const x=T.slots[${slot}];return x===undefined?T.read(${slot}):x}`;
};

/** The function that reads a slot as a date. */
export const emitDateSlot = (slot: number): string =>
  `function d${slot}(T){const x=s${slot}(T);return T.dates[${slot}]??(T.dates[${slot}]=date(x))}`;

/** The function that works a variable out once per run; what it reads counts for whoever uses it. */
export const emitVariable = (emitter: Emitter, variable: number, value: CheckedExpression): string => {
  const code = emitExpression(emitter, value);
  return (
    `function v${variable}(T){let x=T.variables[${variable}];const b=T.base;` +
    `if(x===undefined){T.base=T.regionOfVariable(${variable});try{x=${code};T.variables[${variable}]=x}` +
    `finally{T.base=b;T.adopt(${variable},b)}}else T.adopt(${variable},b);return x}`
  );
};
