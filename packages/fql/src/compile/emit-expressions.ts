import type { CheckedExpression } from '../check/checked.ts';
import { invariant, type Json } from '@redoubt/kernel';
import type { Span } from '../syntax/nodes.ts';
import { compilePattern } from '../runtime/regex.ts';
import { MASK_BITS } from '../runtime/run.ts';
import { conversion, TEMPLATES } from './templates.ts';
import type { Waiting } from './waiting.ts';

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
  /** Slots that change while an expression over all values of a path is worked out. */
  readonly varying: Set<number>;
  /** Which expressions wait: their code awaits, inside functions that are async for it. */
  readonly waiting: Waiting;
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

/** The default of a type: never more than a scalar. */
const fallbackCode = (value: Json): string => literal(typeof value === 'object' ? null : value);

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

/** A function without a name around an expression, and the way to call whatever is handed such functions. */
const thunk = (emitter: Emitter, node: CheckedExpression, waits: boolean): string =>
  `${waits ? 'async ' : ''}()=>${emitExpression(emitter, node)}`;
const waitingCall = (waits: boolean, code: string): string => (waits ? `(await ${code})` : code);

const emitLogical = (emitter: Emitter, node: CheckedExpression & { readonly op: 'logical' }): string => {
  if (emitter.explain) {
    const waits = emitter.waiting.of(node);
    const thunks = node.operands.map((operand) => thunk(emitter, operand, waits)).join(',');
    return waitingCall(waits, `T.logical${waits ? 'Waiting' : ''}(${node.operator === 'or'},[${thunks}])`);
  }
  const operands = node.operands.map((operand) => emitExpression(emitter, operand));
  return `(${operands.join(node.operator === 'or' ? '||' : '&&')})`;
};

const emitConditional = (emitter: Emitter, node: CheckedExpression & { readonly op: 'conditional' }): string => {
  const parts = [node.condition, node.whenTrue, node.whenFalse];
  if (emitter.explain) {
    const waits = emitter.waiting.of(node);
    const thunks = parts.map((part) => thunk(emitter, part, waits)).join(',');
    return waitingCall(waits, `T.conditional${waits ? 'Waiting' : ''}(${thunks})`);
  }
  const [condition, whenTrue, whenFalse] = parts.map((part) => emitExpression(emitter, part));
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
      return waitingCall(emitter.waiting.ofVariable(node.variable), `v${node.variable}(T)`);
    case 'exists':
      return `(${emitExpression(emitter, node.operand)}!=null)`;
    case 'convert':
      if (
        node.type === 'DateTime' &&
        node.operand.op === 'slot' &&
        !emitter.explain &&
        !emitter.varying.has(node.operand.slot)
      )
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
    case 'external':
      return `(await T.external(${literal(node.name)},[${node.args.map((arg) => emitExpression(emitter, arg)).join(',')}]))`;
    case 'assessment': {
      const [api, base] = [node.api, node.baseInput].map((part) => (part ? emitExpression(emitter, part) : 'null'));
      const keys = node.fields.map(({ key }) => literal(key)).join(',');
      const values = node.fields.map(({ value }) => emitExpression(emitter, value)).join(',');
      return `(await T.assessment(${literal(node.name)},${literal(node.method)},${api},${base},[[${keys}],[${values}]]))`;
    }
    case 'functionCall':
      return `[${node.args.map((arg) => emitExpression(emitter, arg)).join(',')}]`;
    case 'functionProperty': {
      const names = [node.scope, node.name, node.property].map(literal).join(',');
      const read = waitingCall(node.waits, `T.readFunction(${names},${emitExpression(emitter, node.operand)})`);
      const name = literal(`${node.name}.${node.property}`);
      return `T.functionValue(${siteOf(emitter, node)},${name},${read},${fallbackCode(node.fallback)})`;
    }
    case 'any': {
      const outer = emitter.varying.has(node.slot);
      emitter.varying.add(node.slot);
      const waits = emitter.waiting.of(node);
      const code = waitingCall(
        waits,
        `T.any${waits ? 'Waiting' : ''}(${node.slot},${thunk(emitter, node.operand, waits)})`,
      );
      if (!outer) emitter.varying.delete(node.slot);
      return code;
    }
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
  const waits = emitter.waiting.of(node);
  const report = `${siteOf(emitter, node)},${literal(node.type)},`;
  return waits ? `(await T.explainWaiting(${report}async()=>${code}))` : `T.explain(${report}()=>${code})`;
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
    `${emitter.waiting.of(value) ? 'async ' : ''}function v${variable}(T){let x=T.variables[${variable}];const b=T.base;` +
    `if(x===undefined){T.base=T.regionOfVariable(${variable});try{x=${code};T.variables[${variable}]=x}` +
    `finally{T.base=b;T.adopt(${variable},b)}}else T.adopt(${variable},b);return x}`
  );
};
