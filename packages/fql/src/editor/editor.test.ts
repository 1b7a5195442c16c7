import { describe, expect, it } from 'vitest';
import { AGGREGATE_NAMES } from '../check/checked.ts';
import { FUNCTIONS } from '../functions/table.ts';
import type { SymbolTable } from '../program/symbol-table.ts';
import type { ProgramKind } from '../program/kinds.ts';
import { completionsAt } from './completions.ts';
import { hoverAt } from './hover.ts';

const symbols: SymbolTable = {
  attributes: [
    { path: 'user.email', type: 'string', example: 'nora@mailbox.example', description: 'Where to write.' },
    { path: 'productList.type', type: 'enum', values: ['Digital', 'Physical'] },
  ],
  lists: [{ name: 'Risky emails', columns: ['Email', 'Score'] }],
  velocities: ['spentByUser'],
  queues: ['Second look'],
  functions: [
    { name: 'Risk', parameters: [{ name: 'amount', type: 'Double' }], properties: [{ name: 'high', type: 'Boolean' }] },
  ],
  calls: [{ name: 'Weather', parameters: ['city'] }],
  assessments: [
    {
      name: 'Signup',
      apis: [
        { method: 'Evaluate', api: null, fields: ['user'] },
        { method: 'Observe', api: 'Reply', fields: [] },
      ],
    },
  ],
  sources: ['geo', 'bin', 'device', 'models', 'graph'],
};

/** Labels proposed at the bar in the text. */
const proposed = (
  marked: string,
  kind: ProgramKind = 'decisionClause',
  earlier: readonly string[] = [],
): readonly string[] =>
  completionsAt(kind, marked.replace('|', ''), marked.indexOf('|'), symbols, earlier).map(({ label }) => label);

/** The text after taking the proposal of a label. */
const taken = (marked: string, label: string): string => {
  const text = marked.replace('|', '');
  const completion = completionsAt('decisionClause', text, marked.indexOf('|'), symbols).find(
    (one) => one.label === label,
  );
  if (!completion) throw new Error(`No proposal ${label}.`);
  return text.slice(0, completion.from) + completion.insert + text.slice(completion.to);
};

const hovered = (marked: string, earlier: readonly string[] = []) =>
  hoverAt('decisionClause', marked.replace('|', ''), marked.indexOf('|'), symbols, earlier);

describe('completion', () => {
  it('leaves out scores that are not known yet, and functions of which each property reads one', () => {
    const scored = (name: string, ...properties: NonNullable<SymbolTable['functions']>[number]['properties']) => ({
      name,
      parameters: [],
      properties,
    });
    const names: SymbolTable = {
      ...symbols,
      attributes: [
        { path: 'riskScore', type: 'number' },
        { path: 'botScore', type: 'number' },
        { path: 'customData.riskScore', type: 'number' },
      ],
      functions: [
        scored('Level', { name: 'high', type: 'Boolean', scores: ['riskScore'] }),
        scored('Mixed', { name: 'high', type: 'Boolean', scores: ['riskScore'] }, { name: 'low', type: 'Boolean' }),
      ],
    };
    const labels = (text: string, ...unknown: readonly ('botScore' | 'riskScore')[]): readonly string[] =>
      completionsAt('decisionClause', text, text.length, names, [], unknown).map(({ label }) => label);
    expect(labels('WHEN @', 'botScore', 'riskScore')).toEqual(['customData.riskScore']);
    expect(labels('WHEN @', 'riskScore')).toEqual(['botScore', 'customData.riskScore']);
    expect(labels('WHEN ', 'riskScore')).not.toContain('riskScore');
    expect(labels('WHEN @')).toEqual(['riskScore', 'botScore', 'customData.riskScore']);
    expect(labels('WHEN Functions.', 'riskScore')).toEqual(['Mixed']);
    expect(labels('WHEN Functions.')).toEqual(['Level', 'Mixed']);
    // What was written all the same keeps its type.
    const written = 'LET $high = Functions.Level().high WHEN $high.';
    expect(labels(written, 'riskScore')).toEqual(labels(written));
  });

  it('offers the statements a text may begin with', () => {
    expect(proposed('|')).toEqual(['LET', 'RETURN', 'OBSERVE', 'DO', 'WHEN']);
    expect(proposed('|', 'decisionCondition')).toEqual(['LET', 'WHEN']);
    expect(proposed('|', 'routingClause')).toContain('ROUTETO');
  });

  it('offers what each statement takes', () => {
    expect(proposed('RETURN Rej|')).toEqual(['Approve', 'Reject', 'Review', 'Challenge']);
    expect(proposed('OBSERVE |')).toEqual(['Output', 'Trace', 'Other']);
    expect(proposed('RETURN Reject(), |')).toEqual(['Output', 'Trace', 'Other']);
    expect(proposed('DO |')).toEqual(['SetVariables']);
    expect(proposed('DO |', 'actionClause')).toEqual(['SetVariables', 'SetResponse']);
    expect(proposed('SELECT |', 'velocityDefinition')).toEqual([...AGGREGATE_NAMES]);
  });

  it('replaces a whole attribute, closing quote included', () => {
    expect(taken('WHEN @"us|" == 1', 'user.email')).toBe('WHEN @"user.email" == 1');
    expect(taken('WHEN @us|', 'user.email')).toBe('WHEN @"user.email"');
    expect(taken('WHEN @@|', 'user.email')).toBe('WHEN @@"user.email"');
  });

  it('offers the members of the type before the dot', () => {
    expect(proposed('WHEN DateTime.UtcNow.|')).toContain('AddDays');
    expect(proposed('WHEN DateTime.UtcNow.|')).not.toContain('StartsWith');
    expect(proposed('WHEN @"user.email".|')).toContain('StartsWith');
    expect(proposed('WHEN $d.|', 'decisionClause', ['LET $d = TimeSpan.FromDays(1)'])).toContain('TotalHours');
    expect(proposed('WHEN CharSet.|')).toContain('Numeric');
    expect(proposed('WHEN Math.|')).toContain('Abs');
  });

  it('offers lists, their columns, and values of an enumeration', () => {
    expect(proposed('WHEN ContainsKey("|"')).toEqual(['Risky emails']);
    expect(proposed('WHEN ContainsKey("risky emails", "|")')).toEqual(['Email', 'Score']);
    expect(proposed('WHEN @"productList.type" == "|"')).toEqual(['Digital', 'Physical']);
    expect(proposed('WHEN @"productList.type" != |').slice(0, 2)).toEqual(['Digital', 'Physical']);
    expect(proposed('WHEN In(@productlist.type, |)')).not.toContain('Digital');
    expect(proposed('WHEN In(@"productlist[2].type", |').slice(0, 2)).toEqual(['Digital', 'Physical']);
    expect(taken('WHEN @"productList.type" == |', 'Digital')).toBe('WHEN @"productList.type" == "Digital"');
    expect(taken('WHEN In(@"productList.type", "Digital, P|")', 'Physical')).toBe(
      'WHEN In(@"productList.type", "Digital, Physical")',
    );
  });

  it('offers velocities, and functions only where their source is there', () => {
    expect(proposed('WHEN Velocity.|')).toEqual(['spentByUser']);
    expect(proposed('WHEN Geo.|')).toContain('CountryCode');
    expect(completionsAt('decisionClause', 'WHEN Geo.', 9, { attributes: [], lists: [] })).toEqual([]);
  });

  it('offers functions of environments above, and the properties of what is called', () => {
    const Level = { name: 'Level', parameters: [], properties: [{ name: 'low', type: 'Double' }] } as const;
    const names: SymbolTable = {
      ...symbols,
      functions: [...(symbols.functions ?? []), { ...Level, scope: 'root' }, { ...Level, scope: 'e-1' }],
    };
    const labels = (marked: string): readonly string[] =>
      completionsAt('decisionClause', marked.replace('|', ''), marked.indexOf('|'), names).map(({ label }) => label);
    expect(labels('WHEN Functions.|')).toEqual(['Risk', 'root', 'environment["e-1"]']);
    expect(labels('WHEN Functions.root.|')).toEqual(['Level']);
    expect(labels('WHEN Functions.environment["E-1"].|')).toEqual(['Level']);
    expect(labels('WHEN functions.RISK(@"a").|')).toEqual(['high']);
    expect(labels('WHEN Functions.Risk().h|')).toEqual(['high']);
    expect(labels('LET $r = Functions.root.Level()\nLET $again = $r\nWHEN $again.|')).toEqual(['low']);
    expect(labels('WHEN Functions.Risk(1).high.|')).toContain('ToString');
    expect(labels('WHEN Functions.Gone(1).|')).not.toContain('high');
    expect(hoverAt('decisionClause', 'WHEN Functions.root.Level().low', 21, names)?.title).toBe(
      'Functions.root.Level()',
    );
    expect(hoverAt('decisionClause', 'WHEN Functions.root.Level().low', 29, names)?.title).toBe('Level.low: Double');
  });

  it('offers velocity texts the functions and properties they can count by', () => {
    const uncountable = { kind: 'answer', chain: ['External.mail'] } as const;
    const properties = [
      { name: 'bucket', type: 'String' },
      { name: 'owner', type: 'String', uncountable },
    ] as const;
    const names: SymbolTable = {
      ...symbols,
      functions: [
        { name: 'Group', parameters: [{ name: 'of', type: 'String' }], properties },
        { name: 'Remote', parameters: [], properties: [{ name: 'score', type: 'Double', uncountable }] },
      ],
    };
    const labels = (text: string, kind: ProgramKind = 'velocityDefinition'): readonly string[] =>
      completionsAt(kind, text, text.length, names).map(({ label }) => label);
    const select = 'SELECT Count() AS n FROM Purchase GROUPBY ';
    expect(labels(select)).toContain('Functions');
    expect(labels(`${select}Functions.`)).toEqual(['Group']);
    expect(labels(`${select}Functions.Group(@"user.email").`)).toEqual(['bucket']);
    expect(labels('WHEN Functions.', 'velocityCondition')).toEqual(['Group']);
    expect(labels('WHEN Functions.Group(1).')).toEqual(['bucket']);
    expect(labels('WHEN Functions.Group(1).', 'decisionClause')).toEqual(['bucket', 'owner']);
    const text = `${select}Functions.Group(@"user.email").bucket`;
    expect(hoverAt('velocityDefinition', text, select.length + 11, names)?.title).toBe('Functions.Group(of: String)');
    expect(hoverAt('velocityDefinition', text, text.length - 2, names)?.title).toBe('Group.bucket: String');
  });

  it('offers nothing while a number or window is typed', () => {
    for (const text of ['WHEN 2|', 'WHEN @"a" > 220|', 'WHEN @"a" > 2.5|', 'WHEN Velocity.spentByUser($k, 2h|'])
      expect(proposed(text), text).toEqual([]);
  });

  it('offers what begins an operand where one is due, and what follows one where one just ended', () => {
    for (const before of [
      'WHEN ',
      'WHEN @"a" > ',
      'WHEN (',
      'WHEN @"a" == 1 AND ',
      'WHEN NOT ',
      'LET $a = ',
      'WHEN @"a" > /* x */ ',
    ]) {
      expect(proposed(`${before}|`), before).toContain('user.email');
      expect(proposed(`${before}|`), before).not.toContain('RETURN');
    }
    for (const before of [
      'WHEN 220 ',
      'WHEN @"a" ',
      'WHEN (@"a" > 1) ',
      'WHEN true ',
      'LET $a = 5 ',
      'WHEN $b // x\n',
    ]) {
      expect(proposed(`${before}|`).slice(0, 2), before).toEqual(['AND', 'OR']);
      expect(proposed(`${before}|`), before).toContain('RETURN');
      expect(proposed(`${before}|`), before).not.toContain('user.email');
    }
    expect(proposed('RETURN Reject("a") |')).toEqual(['LET', 'RETURN', 'OBSERVE', 'DO', 'WHEN']);
    expect(proposed('LET |')).toEqual([]);
  });

  it('offers known and seen values of what a text is compared with, on either side and in lists of words', () => {
    expect(proposed('WHEN @"productList[0].type" != "|"')).toEqual(['Digital', 'Physical']);
    expect(proposed('WHEN "|" == @"productList.type"')).toEqual(['Digital', 'Physical']);
    expect(proposed('WHEN In(@"productList.type", "|")')).toEqual(['Digital', 'Physical']);
    expect(proposed('WHEN @"productList.type".IgnoreCaseEquals("|")')).toEqual(['Digital', 'Physical']);
    expect(proposed('WHEN @"user.email" == "|"')).toEqual(['nora@mailbox.example']);
  });

  it('offers queues, windows, and what else the symbol table has behind a root', () => {
    expect(proposed('ROUTETO |', 'routingClause')).toEqual(['Queue']);
    expect(proposed('ROUTETO Queue("|")', 'routingClause')).toEqual(['Second look']);
    expect(proposed('WHEN Velocity.spentByUser(@"a", |)')).toContain('7d');
    expect(proposed('WHEN Velocity.spentByUser(@"a", 7d, |)')).toContain('includeCurrent');
    expect(proposed('WHEN |')).toEqual(expect.arrayContaining(['Velocity', 'Functions', 'External', 'Assessments']));
    expect(proposed('WHEN Functions.|')).toEqual(['Risk']);
    expect(proposed('WHEN External.|')).toEqual(['Weather']);
    expect(proposed('WHEN Assessments.|')).toEqual(['Signup']);
    expect(proposed('WHEN Assessments.Signup.|')).toEqual(['Evaluate', 'Observe Reply']);
    expect(proposed('WHEN Assessments.Signup.Evaluate(|)').slice(0, 2)).toEqual(['$baseInput', 'user']);
    expect(proposed('WHEN Assessments.Signup.Evaluate(user = |)')).not.toContain('$baseInput');
  });

  it('offers variables of this text and of those before it', () => {
    expect(proposed('LET $a = 1 WHEN $|', 'decisionClause', ['LET $b = 2']).slice(0, 2)).toEqual(['$b', '$a']);
  });

  it('is silent in comments and plain text', () => {
    expect(proposed('// note |')).toEqual([]);
    expect(proposed('RETURN Reject("why|")')).toEqual([]);
  });

  it('offers every function somewhere', () => {
    const places = [
      'WHEN |',
      'RETURN |',
      'OBSERVE |',
      'WHEN @"a".|',
      'WHEN TimeSpan.FromDays(1).|',
      'WHEN DateTime.UtcNow.|',
      'WHEN GetPattern("a").|',
    ];
    const roots = [
      'Math',
      'String',
      'StringComparison',
      'MidpointRounding',
      'Convert',
      'DateTime',
      'TimeSpan',
      'Request',
      'Patterns',
      'Array',
      'Geo',
      'Graph',
      'BIN',
      'Device',
      'Model',
      'Response',
    ].map((root) => `WHEN ${root}.|`);
    const others = [
      ...proposed('DO |', 'actionClause'),
      ...proposed('DO |', 'adHocAction'),
      ...proposed('DO Assessment.|', 'adHocAction'),
      ...proposed('SELECT |', 'velocityDefinition'),
    ];
    const offered = new Set([...[...places, ...roots].flatMap((place) => proposed(place)), ...others]);
    expect(FUNCTIONS.filter(({ name }) => !offered.has(name)).map(({ id }) => id)).toEqual([]);
  });
});

describe('hover', () => {
  it('explains attributes, functions, members, roots, keywords and variables', () => {
    expect(hovered('WHEN @"user.|email"')).toMatchObject({ title: 'user.email: string', text: 'Where to write.' });
    expect(hovered('WHEN Days|Since(@"a")')?.title).toBe('DaysSince(date: DateTime): Int32');
    expect(hovered('WHEN @"a".Starts|With("x")')?.title).toBe(
      'String.StartsWith(text: String): Boolean\nString.StartsWith(text: String, comparison: StringComparison): Boolean',
    );
    expect(hovered('WHEN Math.A|bs(1)')?.title).toBe('Math.Abs(x: Double): Double');
    expect(hovered('WHEN Ma|th.Abs(1)')?.title).toBe('Math');
    expect(hovered('RETURN Re|ject()')?.text).toContain('Refuse');
    expect(hovered('RET|URN Reject()')?.text).toContain('ends all rules');
    expect(hovered('WHEN $|a > 1', ['LET $a = 5 + 1'])?.title).toBe('$a = 5 + 1');
    expect(hovered('WHEN CharSet.Num|eric')?.text).toBe('0–9');
  });

  it('explains lists, velocities and what else the symbol table has', () => {
    expect(hovered('WHEN ContainsKey("Risky |emails", "Email", @"a")')).toMatchObject({
      title: 'Risky emails',
      text: 'Email, Score',
    });
    expect(hovered('WHEN ContainsKey("Risky emails", "Em|ail", @"a")')).toBeNull();
    expect(hovered('WHEN Velocity.spent|ByUser(@"a", 2h) > 1')?.title).toContain(
      'Velocity.spentByUser(key, window, includeCurrent = false)',
    );
    expect(hovered('WHEN Functions.ri|sk(1).high')?.title).toBe('Functions.Risk(amount: Double)');
  });

  it('says nothing about what it does not know', () => {
    expect(hovered('WHEN f|oo > 1')).toBeNull();
  });
});
