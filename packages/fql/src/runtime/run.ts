import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import type { RuleKind } from '../program/kinds.ts';
import type { PathStep, WindowUnit } from '../syntax/nodes.ts';
import type { Span } from '../program/span.ts';
import type { DeclaredType } from '../program/source.ts';
import { readAll, readAttribute } from './attributes.ts';
import { type Answered, objectOf, objectOrNull, remoteListCall, unanswered, wireArgument } from './calls.ts';
import type { EvaluationContext, FunctionSource, FunctionValue } from './context.ts';
import type { CallAnswer, Caller, CallRequest } from './call-record.ts';
import type { AssessmentMethod } from '../program/symbol-table.ts';
import { argumentValue, propertyValue } from './declared.ts';
import { LABELS } from './labels.ts';
import { text } from './conversions.ts';
import { put } from './put.ts';
import type {
  Contribution,
  DecisionKind,
  EvaluationError,
  EvaluationErrorCode,
  LabelRecord,
  RuleDecision,
  StepOutcome,
  TraceRecord,
} from './outcome.ts';
import { Fault, FqlDate } from './values.ts';

type FunctionReading = ReturnType<FunctionSource['read']>;

/** What is the same for every run of one rule. */
export type RuleShape = {
  readonly partIds: readonly string[];
  readonly slotSteps: readonly (readonly PathStep[])[];
  readonly variableCount: number;
  /** Words of 30 bits that hold one bit for each slot and each variable. */
  readonly maskWords: number;
  /** Site → the part it is in and its span. */
  /** What a function property is worth when it fails; one for each part. */
  readonly fallbacks: readonly Json[];
  /** Properties of a function have a value whatever happens; actions count as fired, variables alone do not. */
  readonly kind: RuleKind;
  readonly parameters: readonly { readonly type: DeclaredType; readonly fallback: Json }[];
  readonly sites: readonly (Span & { readonly part: number })[];
  /** What a run begins with; copied, which is faster than filled. */
  readonly blank: {
    readonly slots: readonly undefined[];
    readonly variables: readonly undefined[];
    readonly masks: readonly number[];
    readonly outcomes: readonly undefined[];
  };
};

type Written = { readonly part: number; readonly keys: readonly string[]; readonly values: readonly Json[] };

/** What clauses do beyond deciding and putting out. */
class Effects {
  readonly traces: TraceRecord[] = [];
  readonly globals: Record<string, Json> = {};
  readonly response: Record<string, Json> = {};
  readonly sections: string[] = [];
  readonly contributions: Contribution[] = [];
  readonly values: Record<string, Json> = {};
  readonly calls: Answered[] = [];
  readonly labels: LabelRecord[] = [];
  readonly notices: EvaluationError[] = [];
}
const NO_EFFECTS = new Effects();
for (const nothing of Object.values(NO_EFFECTS)) Object.freeze(nothing);

const putAll = (
  target: Record<string, Json>,
  keys: readonly string[],
  values: readonly Json[],
): Record<string, Json> => {
  keys.forEach((key, index) => put(target, key, values[index]));
  return target;
};

/** Bits of a mask word: all its values are small integers to the engine. */
export const MASK_BITS = 30;

/**
 * The state of one run of one rule; generated code works on nothing else. Slots and variables are `undefined` until
 * read. Which slots and variables a part read stands in its region of `masks`, and after those of the parts what each
 * variable read when it was worked out: a part that uses a variable counts as reading what the variable reads.
 */
export class Run {
  readonly shape: RuleShape;
  readonly context: EvaluationContext;
  readonly slots: (Json | undefined)[];
  readonly variables: unknown[];
  /** Slots read as dates so far. */
  readonly dates: FqlDate[] = [];
  readonly masks: number[];
  /** The last part the run got to. */
  reached = -1;
  /** The part that is running, where some part waits. */
  current = 0;
  /** What fired or failed, and the condition. */
  readonly outcomes: (StepOutcome | undefined)[];
  readonly failures: EvaluationError[] = [];
  readonly fired: string[] = [];
  /** What the clauses put out, in order; most events put out nothing else. */
  readonly written: Written[] = [];
  /** Shared by all runs that did nothing of this kind. */
  effects: Effects = NO_EFFECTS;
  queue: string | null = null;
  decision: RuleDecision | null = null;

  constructor(shape: RuleShape, context: EvaluationContext) {
    this.shape = shape;
    this.context = context;
    this.slots = shape.blank.slots.slice();
    this.variables = shape.blank.variables.slice();
    this.masks = shape.blank.masks.slice();
    this.outcomes = shape.blank.outcomes.slice();
  }

  get now(): FqlDate {
    return new FqlDate(this.context.nowMs);
  }

  /** The effects of this run alone, to add to. */
  private get own(): Effects {
    if (this.effects === NO_EFFECTS) this.effects = new Effects();
    return this.effects;
  }

  read(slot: number): Json {
    const value = readAttribute(this.context.payload, this.context.generated, this.shape.slotSteps[slot] ?? []);
    this.slots[slot] = value;
    return value;
  }

  private partId(part: number): string {
    return this.shape.partIds[part] ?? '';
  }

  private fire(part: number): string {
    const id = this.partId(part);
    if (this.outcomes[part] !== 'fired') this.fired.push(id);
    this.outcomes[part] = 'fired';
    return id;
  }

  decide(
    part: number,
    decision: DecisionKind,
    challengeType: string | null,
    reason: string | null,
    supportMessage: string | null,
  ): void {
    this.decision = { decision, reason, supportMessage, challengeType, clauseId: this.fire(part) };
  }

  observe(part: number): void {
    this.fire(part);
  }

  output(part: number, keys: readonly string[], values: readonly Json[]): void {
    this.written.push({ part, keys, values });
  }

  /** Clause id → the pairs of its outputs; of a key written twice the last counts. */
  get outputs(): Readonly<Record<string, JsonObject>> {
    const outputs: Record<string, Record<string, Json>> = {};
    for (const { part, keys, values } of this.written) {
      const id = this.partId(part);
      const pairs = (Object.hasOwn(outputs, id) ? outputs[id] : undefined) ?? {};
      putAll(pairs, keys, values);
      put(outputs, id, pairs);
    }
    return outputs;
  }

  trace(part: number, keys: readonly string[], values: readonly Json[]): void {
    this.own.traces.push({ clauseId: this.partId(part), attributes: putAll({}, keys, values) });
  }

  setVariables(part: number, keys: readonly string[], values: readonly Json[]): void {
    if (this.shape.kind === 'action') this.fire(part);
    putAll(this.own.globals, keys, values);
  }

  respond(part: number, section: string | null, keys: readonly string[], values: readonly Json[]): void {
    this.fire(part);
    const { response, sections } = this.own;
    if (section !== null && !sections.includes(section)) sections.push(section);
    if (section !== null && !Object.hasOwn(response, section)) put(response, section, {});
    const held = section === null ? response : response[section];
    const target = isJsonObject(held) ? (held as Record<string, Json>) : {};
    if (section !== null) put(response, section, target);
    putAll(target, keys, values);
  }

  routeTo(part: number, queue: string): void {
    this.fire(part);
    this.queue = queue;
  }

  /** An event without a key, with a list for a key, or without a value to tell apart, contributes nothing. */
  contribute(part: number, velocity: string, key: Json, value: number | string): void {
    if (typeof key === 'object' || text(key) === '' || value === '') return;
    this.own.contributions.push({ clauseId: this.fire(part), velocity, key: text(key), value });
  }

  yield(part: number, site: number, type: DeclaredType | null, value: unknown): void {
    const converted = propertyValue(type, value);
    if (converted === undefined) throw new Fault('EVAL-CONVERSION', site, `The value is no ${type ?? 'value'}.`);
    put(this.own.values, this.fire(part), converted);
  }

  /** Value of a velocity; an empty key, and whatever goes wrong while it is read, is 0. */
  velocity(name: string, key: string, amount: number, unit: WindowUnit, includesCurrent: boolean): number {
    return key === '' ? 0 : (this.context.velocities?.read(name, key, amount, unit, includesCurrent) ?? 0);
  }

  /** An argument of the function, as its parameter declares it. */
  argument(index: number): unknown {
    const parameter = this.shape.parameters[index];
    return parameter && argumentValue(parameter.type, parameter.fallback, this.context.arguments?.[index]);
  }

  /** A call of `External.name(…)`: whatever becomes of it, the rule goes on with an answer. */
  external(name: string, values: readonly unknown[]): Promise<Answered> {
    return this.callOut({ kind: 'external', name, arguments: values.map(wireArgument) });
  }

  /** Whether a list that is kept elsewhere holds a key, or a cell of its row; without an answer it does not. */
  async remoteLookup(
    list: string,
    keyColumn: string,
    key: string,
    valueColumn: string | null,
    fallback = 'Unknown',
  ): Promise<boolean | string> {
    const wanted = key.trim();
    const request = { kind: 'external', name: remoteListCall(list), arguments: [keyColumn, wanted] } as const;
    const row = wanted === '' ? null : objectOrNull((await this.callOut(request)).answer.response);
    if (valueColumn === null) return row !== null;
    const cell = row && Object.hasOwn(row, valueColumn) ? row[valueColumn] : undefined;
    return typeof cell === 'string' ? cell : fallback;
  }

  assessment(
    name: string,
    method: AssessmentMethod,
    api: string | null,
    baseInput: unknown,
    fields: readonly [readonly string[], readonly Json[]],
  ): Promise<Answered> {
    const base = objectOrNull(baseInput);
    return this.callOut({ kind: 'assessment', name, method, api, baseInput: base, fields: objectOf(...fields) });
  }

  /** Who calls: of a function the text that reads it. */
  private get caller(): Caller | undefined {
    const { caller, textId } = this.context;
    return caller ?? (textId === undefined ? undefined : { textId, part: this.partId(this.current) });
  }

  private async callOut(request: CallRequest): Promise<Answered> {
    let answer: CallAnswer;
    try {
      answer = (await this.context.calls?.call(request, this.caller)) ?? unanswered('Nothing answers calls here.');
    } catch {
      answer = unanswered('The call failed.');
    }
    const answered = { request, answer };
    this.own.calls.push(answered);
    return answered;
  }

  /** Asks for one property of a function; the caller waits where the function calls out. */
  readFunction(scope: string, name: string, property: string, values: readonly Json[]): FunctionReading {
    return this.context.functions?.read({
      scope,
      name,
      property,
      arguments: values,
      context: {
        ...this.context,
        variables: { ...this.context.variables, ...this.effects.globals },
        ...(this.context.textId === undefined ? {} : { caller: this.caller }),
      },
    });
  }

  /** What a property came to: its errors are noted, and one that is gone is worth the default of its type. */
  functionValue(site: number, name: string, found: FunctionValue | undefined, fallback: Json): Json {
    if (!found) {
      this.own.notices.push(this.errorAt('EVAL-FUNCTION', site, `${name} is not there.`));
      return fallback;
    }
    for (const { message } of found.errors) {
      this.own.notices.push(this.errorAt('EVAL-FUNCTION', site, `${name}: ${message}`));
    }
    this.own.calls.push(...found.calls);
    return found.value;
  }

  sendLabel(part: number, site: number, eventId: string, label: string, reason: string): void {
    const known = LABELS.find((candidate) => candidate.toLowerCase() === label.trim().toLowerCase());
    if (!known) throw new Fault('EVAL-OUT-OF-RANGE', site, `"${label.slice(0, 60)}" is no label.`);
    this.fire(part);
    this.own.labels.push({ eventId, label: known, reason });
  }

  /** `DO` of a call: the clause fired. */
  done(part: number): void {
    this.fire(part);
  }

  /** Whether something holds for any of the values at a path. */
  any(slot: number, holds: () => boolean): boolean {
    const values = this.valuesAt(slot);
    if (values.length < 2) return holds();
    const before = this.slots[slot];
    try {
      return values.some((value) => {
        this.slots[slot] = value;
        return holds();
      });
    } finally {
      this.slots[slot] = before;
    }
  }

  async anyAsync(slot: number, holds: () => Promise<boolean>): Promise<boolean> {
    const values = this.valuesAt(slot);
    if (values.length < 2) return holds();
    const before = this.slots[slot];
    try {
      for (const value of values) {
        this.slots[slot] = value;
        // oxlint-disable-next-line eslint/no-await-in-loop -- the first value that holds decides
        if (await holds()) return true;
      }
      return false;
    } finally {
      this.slots[slot] = before;
    }
  }

  private valuesAt(slot: number): readonly Json[] {
    return readAll(this.context.payload, this.context.generated, this.shape.slotSteps[slot] ?? []);
  }

  /** Something that was not there when it was asked for; the rule goes on with a default. */
  unavailable(site: number, what: string): void {
    this.own.notices.push(this.errorAt('EVAL-UNAVAILABLE', site, `${what} is not available.`));
  }

  /** A global variable: as this rule set it, else as it was before. */
  variable(name: string): Json {
    if (Object.hasOwn(this.effects.globals, name)) return this.effects.globals[name] ?? null;
    const earlier = this.context.variables;
    return earlier && Object.hasOwn(earlier, name) ? (earlier[name] ?? null) : null;
  }

  /** A conversion that fell back to its default; an error where the environment is strict. */
  notice(site: number, message: string): void {
    if (this.context.switches.strict) throw new Fault('EVAL-CONVERSION', site, message);
    this.own.notices.push(this.errorAt('EVAL-CONVERSION', site, message));
  }

  errorAt(code: EvaluationErrorCode, site: number, message: string): EvaluationError {
    const place = this.shape.sites[site];
    return { part: this.partId(place?.part ?? 0), code, message, from: place?.from ?? 0, to: place?.to ?? 0 };
  }

  /** Turns whatever was thrown into an evaluation error. What is not a fault of the text is a fault of ours. */
  toError(part: number, thrown: unknown): EvaluationError {
    if (thrown instanceof Fault) return this.errorAt(thrown.code, thrown.site, thrown.message);
    const message = thrown instanceof RangeError ? 'The evaluation grew past its limits.' : 'The evaluation failed.';
    return { part: this.partId(part), code: 'EVAL-INTERNAL', message, from: 0, to: 0 };
  }

  fail(part: number, thrown: unknown): void {
    this.outcomes[part] = 'error';
    if (this.shape.kind === 'function' && part > 0) put(this.own.values, this.partId(part), this.shape.fallbacks[part]);
    this.failures.push(this.toError(part, thrown));
  }
}
