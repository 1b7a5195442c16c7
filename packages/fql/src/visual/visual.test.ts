import { describe, expect, it } from 'vitest';
import { format } from '../format/format.ts';
import { parse } from '../syntax/parse-text.ts';
import { Random } from '../testing/random.ts';
import { readVisual } from './read-visual.ts';
import { sameMeaning } from './same-meaning.ts';
import {
  VISUAL_AGES,
  VISUAL_COMPARISONS,
  VISUAL_JOINERS,
  VISUAL_TARGETS,
  VISUAL_TESTS,
  type VisualClause,
  type VisualLookup,
  type VisualOperator,
  type VisualPair,
  type VisualReference,
  type VisualRow,
  type VisualSubject,
} from './visual-clause.ts';
import { writeVisual } from './write-visual.ts';

const clauseOf = (code: string): VisualClause => {
  const reading = readVisual('decisionClause', code);
  if (!reading.fits) throw new Error(`${reading.reason}: ${code}`);
  return reading.clause;
};

const unsupportedIn = (code: string) => {
  const reading = readVisual('decisionClause', code);
  return reading.fits ? null : [reading.reason, code.slice(reading.at.from, reading.at.to)];
};

describe('reading rows', () => {
  it('takes a decision, its texts and one row', () => {
    expect(clauseOf('RETURN Reject("over 220", "call")\nWHEN @"totalAmount" > 220.50')).toEqual({
      decision: { decision: 'Reject', texts: ['over 220', 'call'] },
      outputs: [],
      rows: [
        {
          joiner: 'AND',
          subject: { kind: 'attribute', path: 'totalAmount' },
          negation: '',
          operator: 'gt',
          value: { kind: 'number', written: '220.50' },
        },
      ],
      never: false,
    });
  });

  it('takes the queue that a routing clause sends cases to, and writes it back', () => {
    const code = 'ROUTETO Queue("Large")\nWHEN @"totalAmount" > 220';
    const reading = readVisual('routingClause', code);
    if (!reading.fits) throw new Error(reading.reason);
    expect(reading.clause).toMatchObject({ decision: null, queue: 'Large', rows: [{ operator: 'gt' }] });
    expect(writeVisual('routingClause', reading.clause)).toBe(code);
    expect(writeVisual('routingClause', { ...reading.clause, queue: 'A "b"' })).toContain(String.raw`Queue("A \"b\"")`);
    expect(readVisual('routingClause', 'ROUTETO Queue(@"currency")').fits).toBe(false);
  });

  it.each([
    ['@"a" == "x"', 'eq', { kind: 'text', text: 'x' }],
    ['@"a" != @"b.c"', 'ne', { kind: 'attribute', path: 'b.c' }],
    ['$a < -5', 'lt', { kind: 'number', written: '-5' }],
    ['@"a" <= $limit', 'le', { kind: 'variable', name: 'limit' }],
    ['@"a" >= true', 'ge', { kind: 'boolean', value: true }],
    ['DaysSince(@"a") < 7', 'sinceLt', { kind: 'number', written: '7' }],
    ['DaysSince(@"a") >= 30', 'sinceGe', { kind: 'number', written: '30' }],
    ['@"a".StartsWith("x")', 'startsWith', { kind: 'text', text: 'x' }],
    ['@"a".endswith("x")', 'endsWith', { kind: 'text', text: 'x' }],
    ['@"a".Contains("x")', 'contains', { kind: 'text', text: 'x' }],
    ['@"a".IgnoreCaseEquals("x")', 'equalsIgnoringCase', { kind: 'text', text: 'x' }],
    ['@"a".IsNullOrEmpty()', 'isEmpty', { kind: 'none' }],
    ['Exists(@"a")', 'exists', { kind: 'none' }],
    ['In(@"a", "x, y")', 'oneOf', { kind: 'text', text: 'x, y' }],
    ['ContainsKey("Blocked", "Email", @"a")', 'inList', { kind: 'list', list: 'Blocked', column: 'Email' }],
    ['@"" == @""', 'eq', { kind: 'missing' }],
  ])('understands %s', (condition, operator, value) => {
    expect(clauseOf(`RETURN Review() WHEN ${condition}`).rows).toMatchObject([{ operator, value }]);
  });

  it.each([
    [
      'velocity.Seen(@"user.email", 2H) > 3',
      { kind: 'velocity', name: 'Seen', key: { kind: 'attribute', path: 'user.email' }, amount: 2, unit: 'h' },
    ],
    ['Velocity.seen($key, 30d) <= $limit', { kind: 'velocity', key: { kind: 'variable', name: 'key' }, unit: 'd' }],
    [
      'Lookup("Limits", "Country", @"user.country", "Class") == "high"',
      { kind: 'lookup', list: 'Limits', keyColumn: 'Country', valueColumn: 'Class', fallback: null },
    ],
    ['NOT In(Lookup("L", "K", $key, "V", ""), "a, b")', { kind: 'lookup', fallback: { kind: 'text', text: '' } }],
    ['Lookup("L", "K", @"a", "V", -0.5) == "1"', { kind: 'lookup', fallback: { kind: 'number', written: '-0.5' } }],
    ['Lookup("L", "K", @"a", "V").StartsWith("x")', { kind: 'lookup' }],
  ])('asks about velocities and lists: %s', (condition, subject) => {
    expect(clauseOf(`RETURN Review() WHEN ${condition}`).rows).toMatchObject([{ subject }]);
  });

  it('takes the pairs that a clause puts out, with a decision or without', () => {
    const code = 'OBSERVE Output(country = @"user.country", score = -1.50, seen = true, why = "x") WHEN @"a" == 1';
    expect(clauseOf(code)).toMatchObject({
      decision: null,
      outputs: [
        { name: 'country', value: { kind: 'attribute', path: 'user.country' } },
        { name: 'score', value: { kind: 'number', written: '-1.50' } },
        { name: 'seen', value: { kind: 'boolean', value: true } },
        { name: 'why', value: { kind: 'text', text: 'x' } },
      ],
      rows: [{ operator: 'eq' }],
    });
    expect(clauseOf('RETURN Reject("why"), Output(limit = $limit)')).toMatchObject({
      decision: { decision: 'Reject', texts: ['why'] },
      outputs: [{ name: 'limit', value: { kind: 'variable', name: 'limit' } }],
    });
  });

  it('keeps which call puts out which pair, into the answer or into the event stream', () => {
    const { outputs } = clauseOf('RETURN Reject(), Output(a = 1, b = 2), Output(c = 3), Trace(d = 4), output(e = 5)');
    expect(outputs.map(({ target, begins, name }) => `${target} ${begins} ${name}`)).toEqual([
      'Output false a',
      'Output false b',
      'Output true c',
      'Trace false d',
      'Output false e',
    ]);
    expect(clauseOf('OBSERVE Trace(a = 1)')).toMatchObject({ decision: null, outputs: [{ target: 'Trace' }] });
  });

  it('keeps how a row is negated and joined', () => {
    const { rows } = clauseOf('RETURN Review() WHEN !@"a".Contains("x") && NOT Exists(@"b") or @"c" == 1 || @"d" == 2');
    expect(rows.map(({ joiner, negation }) => `${joiner} ${negation}`)).toEqual(['AND !', '&& NOT', 'OR ', '|| ']);
  });

  it('passes over brackets that change nothing, and reads groups of ands between ors', () => {
    const { rows } = clauseOf('RETURN Review() WHEN (@"a" == 1 AND @"b" == 2) OR ((@"c" == 3))');
    expect(rows.map(({ joiner }) => joiner)).toEqual(['AND', 'AND', 'OR']);
  });

  it('takes a condition, and a text that was only begun', () => {
    expect(readVisual('decisionCondition', 'WHEN @"a" == 1')).toMatchObject({ fits: true, clause: { decision: null } });
    expect(clauseOf('')).toEqual({ decision: null, outputs: [], rows: [], never: false });
    const approve = { decision: { decision: 'Approve', texts: [] }, outputs: [], rows: [] };
    expect(clauseOf('RETURN Approve()')).toEqual({ ...approve, never: false });
    expect(clauseOf('RETURN Approve() WHEN false')).toEqual({ ...approve, never: true });
  });

  it('answers where each row stands', () => {
    const code = 'RETURN Review() WHEN @"a" == 1 AND (Exists(@"b"))';
    const reading = readVisual('decisionClause', code);
    expect(reading.fits && reading.spans.map(({ from, to }) => code.slice(from, to))).toEqual([
      '@"a" == 1',
      'Exists(@"b")',
    ]);
  });

  it.each([
    ['RETURN Reject( WHEN', 'errors'],
    ['RETURN Reject() // why\nWHEN @"a" == 1', 'comments'],
    ['LET $a = 1 RETURN Reject() WHEN $a == 1', 'variables'],
    ['OBSERVE Output(a = 1 + 1)', 'other'],
    ['OBSERVE Output()', 'other'],
    ['OBSERVE Other.Respond(a = 1)', 'other'],
    ['RETURN Output(a = 1), Reject()', 'other'],
    ['RETURN Reject(@"reason")', 'other'],
    ['OBSERVE Trace(a = 1) RETURN Reject()', 'other'],
    ['RETURN Reject() WHEN (@"a" == 1 OR @"b" == 2) AND @"c" == 3', 'nested'],
    ['RETURN Reject() WHEN NOT (@"a" == 1)', 'operator'],
    ['RETURN Reject() WHEN 1 < @"a"', 'operator'],
    ['RETURN Reject() WHEN @"a" + 1 == 2', 'operator'],
    ['RETURN Reject() WHEN @@"a" == 1', 'operator'],
    ['RETURN Reject() WHEN @"a" == null', 'operator'],
    ['RETURN Reject() WHEN In(@"a", list = "x")', 'operator'],
    ['RETURN Reject() WHEN Velocity.x(@"a" + "b", 2h) > 1', 'operator'],
    ['RETURN Reject() WHEN Velocity.x(@"a", 2h).Contains("1")', 'operator'],
    ['RETURN Reject() WHEN Lookup("L", "K", @"a", "V", true) == "1"', 'operator'],
    ['RETURN Reject() WHEN Lookup($list, "K", @"a", "V") == "1"', 'operator'],
  ])('leaves %s to the code: %s', (code, reason) => {
    expect(unsupportedIn(code)?.[0]).toBe(reason);
  });

  it('points at what is in the way', () => {
    expect(unsupportedIn('RETURN Reject() WHEN @"a" == 1 AND @"b" + 1 == 2')).toEqual(['operator', '@"b" + 1 == 2']);
    expect(unsupportedIn('RETURN Reject() /* x */')).toEqual(['comments', '/* x */']);
  });

  it('survives what is no program', () => {
    for (const text of ['"', '@', '(((', '\u0000', 'WHEN WHEN', 'x'.repeat(2_000_000)])
      expect(readVisual('decisionClause', text).fits).toBe(false);
  });
});

const TEXTS = [
  '',
  'x',
  'DK, SE',
  'say "hi"',
  "it's",
  'a\\b',
  'tab\there',
  'new\nline',
  '\b\f\u0001',
  '“quoted”',
  '日本',
  '😀',
  '@"x"',
];
const NUMBERS = ['0', '7', '220', '220.50', '-5', '-0.25', '1e3', '2147483648'];
const PATHS = ['totalAmount', 'user.email', 'productList[2].type', '["key.with.dots"].b', 'Ünïcode.päth'];

const reference = (random: Random): VisualReference =>
  random.below(4) === 0
    ? { kind: 'variable', name: random.pick(['age', 'Limit_2']) }
    : { kind: 'attribute', path: random.pick(PATHS) };

const lookup = (random: Random): VisualLookup => ({
  kind: 'lookup',
  list: random.pick(TEXTS),
  keyColumn: random.pick(TEXTS),
  key: reference(random),
  valueColumn: random.pick(TEXTS),
  fallback: random.pick<() => VisualLookup['fallback']>([
    () => null,
    () => ({ kind: 'text', text: random.pick(TEXTS) }),
    () => ({ kind: 'number', written: random.pick(NUMBERS) }),
  ])(),
});

const velocity = (random: Random): VisualSubject => ({
  kind: 'velocity',
  name: random.pick(['Seen', 'spent_by_email']),
  key: reference(random),
  amount: random.below(90) + 1,
  unit: random.pick(['s', 'm', 'h', 'd']),
});

const subject = (random: Random, operator: VisualOperator): VisualSubject => {
  const isAge = (VISUAL_AGES as readonly string[]).includes(operator);
  const isCompared = (VISUAL_COMPARISONS as readonly string[]).includes(operator);
  const kind = random.below(4);
  if (kind === 0 && isCompared) return velocity(random);
  return kind === 1 && !isAge ? lookup(random) : reference(random);
};

const text = (random: Random): VisualPair['value'] => ({ kind: 'text', text: random.pick(TEXTS) });

const value = (random: Random): VisualPair['value'] =>
  random.pick<() => VisualPair['value']>([
    () => text(random),
    () => ({ kind: 'number', written: random.pick(NUMBERS) }),
    () => ({ kind: 'boolean', value: random.below(2) === 0 }),
    () => ({ kind: 'missing' }),
    () => reference(random),
  ])();

const row = (random: Random): VisualRow => {
  const operator = random.pick<VisualOperator>([...VISUAL_COMPARISONS, ...VISUAL_AGES, ...VISUAL_TESTS]);
  const isTest = (VISUAL_TESTS as readonly string[]).includes(operator);
  return {
    joiner: random.pick(VISUAL_JOINERS),
    subject: operator === 'exists' ? { kind: 'attribute', path: random.pick(PATHS) } : subject(random, operator),
    negation: isTest ? random.pick(['', '!', 'NOT']) : '',
    operator,
    value:
      operator === 'isEmpty' || operator === 'exists'
        ? { kind: 'none' }
        : operator === 'inList'
          ? { kind: 'list', list: random.pick(TEXTS), column: random.pick(TEXTS) }
          : value(random),
  };
};

const pairs = (random: Random, count: number): readonly VisualPair[] => {
  const made: VisualPair[] = [];
  for (let at = 0; at < count; at += 1) {
    const target = random.pick(VISUAL_TARGETS);
    const begins = made.at(-1)?.target === target && random.chance(30);
    made.push({ target, begins, name: `name_${at}`, value: value(random) });
  }
  return made;
};

const clause = (random: Random): VisualClause => {
  const rows = Array.from({ length: random.below(6) }, (_unused, index) => ({
    ...row(random),
    ...(index === 0 ? { joiner: 'AND' as const } : {}),
  }));
  const observes = random.chance(25);
  return {
    decision: observes
      ? null
      : {
          decision: random.pick(['Approve', 'Reject', 'Review', 'Challenge']),
          texts: Array.from({ length: random.below(3) }, () => random.pick(TEXTS)),
        },
    outputs: pairs(random, random.below(4) + (observes ? 1 : 0)),
    rows,
    never: rows.length === 0 && random.chance(50),
  };
};

describe('rows and code', () => {
  it('are the same thing: what is written is read again, row by row', () => {
    for (let seed = 1; seed <= 3000; seed += 1) {
      const made = clause(new Random(seed));
      expect(clauseOf(writeVisual('decisionClause', made)), `seed ${seed}`).toEqual(made);
    }
  });

  it('keep the text where it is laid out, and the meaning where it is not', () => {
    for (let seed = 1; seed <= 1000; seed += 1) {
      const code = writeVisual('decisionClause', clause(new Random(seed)));
      expect(writeVisual('decisionClause', clauseOf(code)), `seed ${seed}`).toBe(code);
      const untidy = code.replaceAll(' == ', '==').replace('RETURN', 'return').replace('WHEN ', 'when\n  ');
      const again = writeVisual('decisionClause', clauseOf(untidy));
      expect(again, `seed ${seed}`).toBe(code);
      const program = (written: string) => parse('decisionClause', written).program;
      expect(sameMeaning(program(again), program(untidy)), `seed ${seed}`).toBe(true);
    }
  });

  it('are laid out as the formatter does', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const code = writeVisual('decisionClause', clause(new Random(seed)));
      expect(format('decisionClause', code)).toBe(code);
    }
  });
});
