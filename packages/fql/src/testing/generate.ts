import type { Json, JsonObject } from '@redoubt/kernel';
import type { RuleSource } from '../program/source.ts';
import type { Random } from './random.ts';

const PATHS = [
  'amount',
  'count',
  'user.email',
  'user.created',
  'user.flag',
  'items.price',
  'items[1].name',
  'missing',
  'nothing',
  'riskScore',
  'constructor',
];
const TEXTS = [
  '',
  'a',
  'Nora',
  'x@y.example',
  '12',
  '12.5',
  'true',
  '2026-03-10',
  '"quoted"',
  "it's",
  '\\d+',
  '${x}',
  '`',
  '</script>',
  '__proto__',
  'ünï',
  '\u2028',
];
const NUMBERS = ['0', '1', '2', '7', '-3', '2.5', '1e3', '0.1', '2147483647', '3000000000'];

/** Texts of expressions of one type; deeper ones get simpler, so that every program ends. */
export class ProgramGenerator {
  readonly #random: Random;
  #variables: { readonly name: string; readonly type: 'number' | 'text' | 'boolean' | 'date' | 'open' }[] = [];
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  rule(): RuleSource {
    this.#variables = [];
    if (this.#random.chance(15)) return this.#action();
    const condition = this.#random.chance(50) ? `${this.#lets(2)}WHEN ${this.boolean(3)}` : '';
    const clauses = this.#random.many(1, 4, () => this.clause());
    return { condition, clauses: clauses.map((code, index) => ({ id: `c${index}`, name: `c${index}`, code })) };
  }

  #action(): RuleSource {
    const when = (): string => (this.#random.chance(60) ? `\nWHEN ${this.boolean(3)}` : '');
    const action = (): string =>
      this.#random.pick([
        () => `DO SetResponse(${this.#random.chance(50) ? '' : `${this.text(1)}, `}a = ${this.any(3)})`,
        () => `DO SetVariables(${this.#pairs()})`,
        () => `DO External.remote(${this.any(2)})`,
        () => `DO Assessments.other.Observe(${this.text(1)}, x = ${this.any(2)})`,
        () => `DO SetResponse(d = Response.Decision() == ${this.text(1)})`,
      ])() + when();
    const codes = this.#random.many(1, 3, () => this.#lets(2) + this.#random.many(1, 3, action).join('\n'));
    return {
      kind: 'action',
      condition: '',
      clauses: codes.map((code, index) => ({ id: `c${index}`, name: `c${index}`, code })),
    };
  }

  clause(): string {
    const when = (): string => (this.#random.chance(80) ? `\nWHEN ${this.boolean(4)}` : '');
    const observations = (): string =>
      this.#random.many(1, 2, () => `${this.#random.pick(['Output', 'Trace'])}(${this.#pairs()})`).join(', ');
    const decision = this.#random.pick([
      `Reject(${this.text(2)})`,
      `Approve()`,
      `Review(${this.text(2)}, ${this.open()})`,
      `Challenge(${this.text(1)}, ${this.number(2)})`,
    ]);
    const lets = this.#lets(2);
    const observe = this.#random.chance(40) ? `OBSERVE ${observations()}${when()}\n` : '';
    const variables = this.#random.chance(15) ? `DO SetVariables(${this.#pairs()})${when()}\n` : '';
    return `${lets}${variables}${observe}RETURN ${decision}${this.#random.chance(30) ? `, ${observations()}` : ''}${when()}`;
  }

  #lets(most: number): string {
    return this.#random
      .many(0, most, () => {
        this.#count += 1;
        const name = `v${this.#count}`;
        const type = this.#random.pick(['number', 'text', 'boolean', 'date', 'open'] as const);
        // A score bound to a variable is a number, not open.
        const value = type === 'open' ? this.open().replace('riskScore', 'amount') : this[type](3);
        this.#variables.push({ name, type });
        return `LET $${name} = ${value}\n`;
      })
      .join('');
  }

  #pairs(): string {
    return this.#random
      .many(0, 3, () => `${this.#random.pick(['a', 'b', 'when', '__proto__'])} = ${this.any(3)}`)
      .join(', ');
  }

  #variable(type: 'number' | 'text' | 'boolean' | 'date' | 'open'): string | null {
    const known = this.#variables.filter((variable) => variable.type === type);
    return known.length > 0 && this.#random.chance(40) ? `$${this.#random.pick(known).name}` : null;
  }

  any(depth: number): string {
    return this.#random.pick([
      () => this.number(depth),
      () => this.text(depth),
      () => this.boolean(depth),
      () => this.date(depth),
      () => this.open(),
      () => this.json(depth),
    ])();
  }

  open(): string {
    return this.#variable('open') ?? `@${JSON.stringify(this.#random.pick(PATHS))}`;
  }

  number(depth: number): string {
    const variable = this.#variable('number');
    if (variable !== null) return variable;
    if (depth <= 0) return this.#random.pick([() => this.#random.pick(NUMBERS), () => `${this.open()}.ToDouble()`])();
    const next = (): string => this.number(depth - 1);
    return this.#random.pick([
      () => this.#random.pick(NUMBERS),
      () => `${this.open()}.ToInt32()`,
      () => `(${next()} ${this.#random.pick(['+', '-', '*', '/', '%'])} ${next()})`,
      () => `${next()} + ${next()}`,
      () => `-(${next()})`,
      () => `(${this.open()} - ${this.open()})`,
      () => `${this.text(depth - 1)}.Length`,
      () => `${this.text(depth - 1)}.IndexOf(${this.text(depth - 1)})`,
      () => `Math.${this.#random.pick(['Abs', 'Floor', 'Round', 'Sign'])}(${next()})`,
      () => `Math.Min(${next()}, ${this.open()})`,
      () => `DaysSince(${this.date(depth - 1)})`,
      () => `${this.date(depth - 1)}.${this.#random.pick(['Year', 'Month', 'Day', 'Hour', 'DayOfYear'])}`,
      () => `(${this.boolean(depth - 1)} ? ${next()} : ${next()})`,
      () => `RandomInt(1, 10)`,
      () => `External.remote(${this.any(depth - 1)}).id.AsInt()`,
      () => `Functions.twice(${this.open()}).value`,
      () => `Functions.far().id`,
      () => `External.broken().GetDiagnostics().HttpStatusCode`,
    ])();
  }

  text(depth: number): string {
    const variable = this.#variable('text');
    if (variable !== null) return variable;
    const literal = (): string => JSON.stringify(this.#random.pick(TEXTS)).replace('\u2028', '\\u2028');
    if (depth <= 0) return this.#random.pick([literal, () => `${this.open()}.ToString()`])();
    const next = (): string => this.text(depth - 1);
    return this.#random.pick([
      literal,
      () => `(${next()} + (${this.any(depth - 1)}))`,
      () =>
        `${next()}.${this.#random.pick(['ToUpper()', 'ToLower()', 'Trim()', 'Substring(1)', 'Replace("a", "bb")', 'PadLeft(4, "0")'])}`,
      () => `(${this.boolean(depth - 1)} ? ${next()} : ${next()})`,
      () => `${this.date(depth - 1)}.ToString("yyyy-MM-dd")`,
      () => `Lookup("Rows", "Key", ${next()}, "Value", ${this.#random.pick(['"none"', '0'])})`,
      () => `((string)(${this.number(depth - 1)}))`,
      () => `Functions.twice(${this.number(depth - 1)}).fails`,
      () => `Assessments.other.Evaluate($baseInput = @@, a = ${this.any(depth - 1)}).AsString()`,
      () => `External.remote(${this.text(depth - 1)}).tags[0].AsString()`,
    ])();
  }

  date(depth: number): string {
    const variable = this.#variable('date');
    if (variable !== null) return variable;
    if (depth <= 0) return this.#random.pick([() => 'DateTime.UtcNow', () => `${this.open()}.ToDateTime()`])();
    return this.#random.pick([
      () => 'DateTime.Today',
      () => `${this.date(depth - 1)}.AddDays(${this.number(depth - 1)})`,
      () => `(${this.date(depth - 1)} - TimeSpan.FromHours(${this.number(depth - 1)}))`,
      () => `${this.date(depth - 1)}.Date`,
    ])();
  }

  boolean(depth: number): string {
    const variable = this.#variable('boolean');
    if (variable !== null) return variable;
    const compare = (): string => this.#random.pick(['<', '>', '<=', '>=', '==', '!=']);
    if (depth <= 0)
      return this.#random.pick([
        () => 'true',
        () => 'false',
        () => `Exists(@${JSON.stringify(this.#random.pick(PATHS))})`,
      ])();
    const next = (): string => this.boolean(depth - 1);
    return this.#random.pick([
      () => `${next()} ${this.#random.pick(['and', '&&', 'AND'])} ${next()}`,
      () => `(${next()} ${this.#random.pick(['or', '||'])} ${next()})`,
      () => `!(${next()})`,
      () => `(not ${next()})`,
      () => `${this.number(depth - 1)} ${compare()} ${this.number(depth - 1)}`,
      () => `${this.open()} ${compare()} ${this.number(depth - 1)}`,
      () => `${this.text(depth - 1)} ${compare()} ${this.open()}`,
      () => `${this.open()} ${compare()} ${this.open()}`,
      () => `${this.date(depth - 1)} ${compare()} ${this.date(depth - 1)}`,
      () => `${this.open()} ${this.#random.pick(['==', '!='])} null`,
      () =>
        `${this.text(depth - 1)}.${this.#random.pick(['Contains', 'StartsWith', 'IgnoreCaseEquals'])}(${this.text(depth - 1)})`,
      () => `In(${this.text(depth - 1)}, "a, Nora, 12")`,
      () => `ContainsKey("Rows", "Key", ${this.open()})`,
      () => `@@"user" == ${this.json(1)}`,
      () => `(${next()}) == (${next()})`,
    ])();
  }

  json(depth: number): string {
    if (depth <= 0) return this.#random.pick(['@@"user"', '@@"items"', 'null', '@@"user".email', '@@"items"[0]']);
    return this.#random.pick([
      () => `[${this.#random.many(0, 3, () => this.any(depth - 1)).join(', ')}]`,
      () =>
        `{ ${this.#random.many(0, 2, () => `${this.#random.pick(['a', '"b c"', '__proto__'])}: ${this.any(depth - 1)}`).join(', ')} }`,
      () => this.json(0),
    ])();
  }

  payload(): JsonObject {
    const scalar = (): Json =>
      this.#random.pick<Json>([
        0,
        1,
        7,
        2.5,
        -3,
        1e21,
        '',
        '12',
        'Nora',
        'abc',
        '2026-03-10T10:00:00+01:00',
        true,
        false,
        null,
        [1, 2],
        { a: 1 },
      ]);
    const payload: Record<string, Json> = { amount: scalar(), Count: scalar(), nothing: null };
    if (this.#random.chance(80)) payload['user'] = { email: scalar(), Created: scalar(), flag: scalar() };
    if (this.#random.chance(70))
      payload['items'] = this.#random.many(0, 3, () =>
        this.#random.chance(70) ? { price: scalar(), name: scalar() } : scalar(),
      );
    return payload;
  }
}
