import { invariant, type Json } from '@redoubt/kernel';
import type { CheckedExpression } from '../check/checked.ts';
import { patternsOf } from '../regex/patterns-of.ts';
import { capture, type Emitter, functionNamed, literal, siteOf } from './emitter.ts';
import { keeping, marking } from './masks.ts';
import type { Repeat } from './repeats.ts';
import { conversion, TEMPLATES } from './templates.ts';

/** The default of a type: never more than a scalar. */
const fallbackCode = (value: Json): string => literal(typeof value === 'object' ? null : value);

const emitCall = (emitter: Emitter, node: CheckedExpression & { readonly op: 'call' }): string => {
  const args = node.args.map((arg) => emitExpression(emitter, arg));
  const run = node.spec.usesRun ? ['T', String(siteOf(emitter, node))] : [];
  return `${functionNamed(emitter, node.spec.id)}(${[...run, ...args].join(',')})`;
};

/** A function without a name around an expression, and the way to call whatever is handed such functions. */
const thunk = (emitter: Emitter, node: CheckedExpression, isAsync: boolean): string =>
  `${isAsync ? 'async ' : ''}()=>${emitExpression(emitter, node)}`;
const awaited = (isAsync: boolean, code: string): string => (isAsync ? `(await ${code})` : code);

const emitLogical = (emitter: Emitter, node: CheckedExpression & { readonly op: 'logical' }): string => {
  if (emitter.explain) {
    const isAsync = emitter.asyncAnalysis.of(node);
    const thunks = node.operands.map((operand) => thunk(emitter, operand, isAsync)).join(',');
    return awaited(isAsync, `T.logical${isAsync ? 'Async' : ''}(${node.operator === 'or'},[${thunks}])`);
  }
  const operands = node.operands.map((operand) => emitExpression(emitter, operand));
  return `(${operands.join(node.operator === 'or' ? '||' : '&&')})`;
};

const emitConditional = (emitter: Emitter, node: CheckedExpression & { readonly op: 'conditional' }): string => {
  const parts = [node.condition, node.whenTrue, node.whenFalse];
  if (emitter.explain) {
    const isAsync = emitter.asyncAnalysis.of(node);
    const thunks = parts.map((part) => thunk(emitter, part, isAsync)).join(',');
    return awaited(isAsync, `T.conditional${isAsync ? 'Async' : ''}(${thunks})`);
  }
  const [condition, whenTrue, whenFalse] = parts.map((part) => emitExpression(emitter, part));
  return `(${condition}?${whenTrue}:${whenFalse})`;
};

const emitDateOfSlot = (emitter: Emitter, slot: number): string => {
  emitter.dateSlots.add(slot);
  return marking(emitter, [slot], `d${slot}(T)`);
};

const emitPlain = (emitter: Emitter, node: CheckedExpression): string => {
  switch (node.op) {
    case 'constant':
      return literal(node.value);
    case 'slot':
      return marking(emitter, [node.slot], `s${node.slot}(T)`);
    case 'payload':
      return 'T.context.payload';
    case 'parameter':
      return `T.argument(${node.index})`;
    case 'variable':
      return marking(
        emitter,
        [emitter.slotCount + node.variable],
        awaited(emitter.asyncAnalysis.ofVariable(node.variable), `v${node.variable}(T)`),
      );
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
      return `${capture(emitter, { choices: node.choices })}.has(fold(${emitExpression(emitter, node.operand)}))`;
    case 'matches': {
      const pattern = patternsOf(emitter.language).write(node.pattern);
      return `${capture(emitter, { pattern })}(${emitExpression(emitter, node.operand)})`;
    }
    case 'velocity':
      return `T.velocity(${literal(node.velocity)},${emitExpression(emitter, node.key)},${node.amount},${literal(node.unit)},${node.includesCurrent})`;
    case 'external':
      return `(await T.external(${literal(node.name)},[${node.args.map((arg) => emitExpression(emitter, arg)).join(',')}]))`;
    case 'remoteLookup': {
      const [key, fallback] = [node.key, node.fallback].map((part) =>
        part ? emitExpression(emitter, part) : 'undefined',
      );
      return `(await T.remoteLookup(${literal(node.list)},${literal(node.keyColumn)},${key},${literal(node.valueColumn)},${fallback}))`;
    }
    case 'assessment': {
      const [api, base] = [node.api, node.baseInput].map((part) => (part ? emitExpression(emitter, part) : 'null'));
      const keys = node.fields.map(({ key }) => literal(key)).join(',');
      const values = node.fields.map(({ value }) => emitExpression(emitter, value)).join(',');
      return `(await T.assessment(${literal(node.name)},${literal(node.method)},${api},${base},[[${keys}],[${values}]]))`;
    }
    case 'functionCall':
      return `[${node.args.map((arg) => emitExpression(emitter, arg)).join(',')}]`;
    case 'functionProperty': {
      const site = `${siteOf(emitter, node)},${literal(node.shownName)}`;
      const fallback = fallbackCode(node.fallback);
      if (node.property === null) return `T.functionValue(${site},undefined,${fallback})`;
      const names = [node.scope, node.name, node.property].map(literal).join(',');
      const read = awaited(node.isAsync, `T.readFunction(${names},${emitExpression(emitter, node.operand)})`);
      return `T.functionValue(${site},${read},${fallback})`;
    }
    case 'any': {
      const outer = emitter.varying.has(node.slot);
      emitter.varying.add(node.slot);
      const isAsync = emitter.asyncAnalysis.of(node);
      const code = awaited(
        isAsync,
        `T.any${isAsync ? 'Async' : ''}(${node.slot},${thunk(emitter, node.operand, isAsync)})`,
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

/** An expression that clauses share: its value is a local of theirs, worked out for the first that asks. */
const emitRepeat = (emitter: Emitter, { index, slots }: Repeat): string => {
  return marking(emitter, slots, `(x${index}===undefined?x${index}=w${index}(T):x${index})`);
};

/** JavaScript for one expression, always one bracketed or primary expression. */
export const emitExpression = (emitter: Emitter, node: CheckedExpression): string => {
  const repeat = emitter.repeats?.of(node);
  if (repeat) return emitRepeat(emitter, repeat);
  const code = emitPlain(emitter, node);
  if (!emitter.explain || !node.shown) return code;
  const isAsync = emitter.asyncAnalysis.of(node);
  const report = `${siteOf(emitter, node)},${literal(node.type)},`;
  return isAsync ? `(await T.explainAsync(${report}async()=>${code}))` : `T.explain(${report}()=>${code})`;
};

/** The function that works out an expression clauses share. Who asks has noted what it reads. */
export const emitSharedExpression = (emitter: Emitter, { index, node }: Repeat): string =>
  `function w${index}(T){return ${emitExpression({ ...emitter, marks: false, repeats: null }, node)}}`;

/** The function that works a variable out once per run. What it reads counts for the expressions that use it. */
export const emitVariable = (emitter: Emitter, variable: number, value: CheckedExpression, region: number): string => {
  invariant(Number.isInteger(variable), 'Variables are numbers.');
  emitter.words = new Set();
  const code = `return T.variables[${variable}]=${emitExpression(emitter, value)}`;
  const body = keeping(code, emitter.words, region, emitter.maskWords);
  return (
    `${emitter.asyncAnalysis.of(value) ? 'async ' : ''}function v${variable}(T){const q=T.variables[${variable}];` +
    `if(q!==undefined)return q;${body}}`
  );
};
