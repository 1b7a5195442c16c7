import { describe, expect, it } from 'vitest';
import { adoptFiles } from './adopt-files.ts';
import { splitText } from './split-text.ts';

const adopt = (texts: Readonly<Record<string, string>>, assessment = 'purchase') =>
  adoptFiles(
    Object.entries(texts).map(([path, text]) => ({ path, text })),
    assessment,
  );

const fileIn = (files: readonly { readonly path: string; readonly text: string }[], path: string): string =>
  files.find((file) => file.path === path)?.text ?? `no ${path}`;

describe('a pasted text', () => {
  it('is taken apart at headings, dashes and the statements themselves', () => {
    const [rule] = splitText(
      'High amount',
      'WHEN @"totalAmount" > 100\nLET $a = 1\nOBSERVE Output(a = $a)\nRETURN Reject("A")\n  WHEN $a > 2\n\nRETURN Review()\nWHEN true\n',
    );
    expect(rule).toMatchObject({ kind: 'rule', name: 'High amount', condition: { code: 'WHEN @"totalAmount" > 100' } });
    expect(rule?.parts).toEqual([
      { name: null, line: 2, code: 'LET $a = 1\nOBSERVE Output(a = $a)\nRETURN Reject("A")\n  WHEN $a > 2' },
      { name: null, line: 7, code: 'RETURN Review()\nWHEN true' },
    ]);
    const several = splitText(
      'all',
      'Rule: One\nCondition:\nWHEN true\nClause: Stop\nRETURN Reject()\n\n## Two\n```\nRETURN Approve()\n```\nVelocity set: Three\nSELECT Count() AS a FROM Purchase GROUPBY @"user.email"\nSELECT Count() AS b FROM Purchase GROUPBY @"user.userId"\nnotes\n---\n',
    );
    expect(several.map(({ kind, name, parts }) => [kind, name, parts.map((part) => part.name ?? part.line)])).toEqual([
      ['rule', 'One', ['Stop']],
      ['rule', 'Two', [9]],
      ['velocitySet', 'Three', [12, 13]],
    ]);
    expect(splitText('readme', 'Some words.\n')).toMatchObject([{ kind: 'nothing' }]);
  });
});

describe('what a former customer has', () => {
  it('becomes a configuration whose texts find each other', async () => {
    const { files, rules, velocitySets, lists, notes } = await adopt({
      'lists/Zones.csv': 'Country;Zone\nDK;near\n',
      'lists/emails.csv': 'Key,Emails,Status,Reason,ExpirationDate,Comments\nA@B.example,a@b.example,Block,stolen,,\n',
      'velocities/Mail.txt': 'SELECT Count() AS byMail FROM Purchase GROUPBY @"user.email"',
      'rules/Busy.txt':
        'LET $z = Lookup(“Zones”, "Country", @"user.country", "Zone")\nRETURN Review($z)\nWHEN Velocity.byMail(@"user.email", 1d) \u2265 3',
    });
    expect([rules, velocitySets, lists]).toEqual([1, 1, 2]);
    expect(files.map(({ path }) => path)).toEqual([
      'lists/Zones.yaml',
      'lists/Zones.csv',
      'support-lists/email.csv',
      'velocities/Mail.yaml',
      'rules/purchase/Busy.yaml',
      'rules/purchase.yaml',
      'import.yaml',
    ]);
    expect(fileIn(files, 'import.yaml')).toContain('mode: add\n');
    expect(fileIn(files, 'rules/purchase/Busy.yaml')).toContain('      LET $z = Lookup("Zones",');
    expect(fileIn(files, 'support-lists/email.csv')).toContain('a@b.example,Block,stolen,,');
    expect(notes[0]?.remedy).toBe('They were converted from semicolons; look whether the columns are right.');
    expect(notes.map(({ path, line }) => `${path}:${line}`)).toEqual([
      'lists/Zones.csv:1',
      'rules/Busy.txt:1',
      'rules/Busy.txt:3',
      'rules/purchase.yaml:1',
    ]);
  });

  it('is reported, with its place and what to do, where it needs a hand', async () => {
    const { files, notes } = await adopt({
      'A.txt':
        '# A\n\nRETURN Reject()\nWHEN ContainsKey("Gone", "K", @"user.email")\n  && External.score(@"user.email").value > 3\n',
      'B.txt': '# A\nRETURN Review()\n# C\nLET = 1\nRETURN Approve()\n',
      'F.txt': 'Function: f\nRETURN 1\n',
      'Bad.csv': 'a,b\n1\n',
      'states.csv': 'Emails,Status\na@b.example,Blocked\n',
    });
    expect(notes.map(({ path, line, isLost }) => `${path}:${line}${isLost ? ' lost' : ''}`)).toEqual([
      'Bad.csv:2 lost',
      'states.csv:2 lost',
      'F.txt:1 lost',
      'A.txt:4',
      'A.txt:1',
      'B.txt:0 lost',
      'B.txt:4',
      'rules/purchase.yaml:1',
    ]);
    expect(files.map(({ path }) => path)).toContain('rules/purchase/C.yaml');
  });

  it('keeps post-decision actions apart from rules, for assessments that have them', async () => {
    const texts = {
      'Sets first.txt':
        'DO SetVariables(a = 1)\nRETURN Reject()\nWHEN @"stars" < 2\nDO SetVariables(b = 2)\nRETURN Review()\n',
      'Tell.txt':
        'WHEN Response.Decision() == "Reject"\nLET $n = @"stars"\nDO SetResponse(stars = $n)\nDO SetResponse("Desk", call = true)\n\nDO SetResponse(last = true)\n',
      'template.json': JSON.stringify({ rules: [{ name: 'Adds', clauses: ['DO SetResponse(x = 1)'] }] }),
    };
    const own = await adopt(texts, 'Review');
    expect([own.rules, own.actions]).toEqual([1, 2]);
    expect(own.notes.filter(({ isLost }) => isLost)).toEqual([]);
    expect(own.notes.map(({ reason }) => reason)).toContainEqual(expect.stringContaining('assessment Review'));
    expect(fileIn(own.files, 'rules/Review/Sets first.yaml').match(/- name:/g)).toHaveLength(2);
    const tell = fileIn(own.files, 'rules/Review/Tell.yaml');
    expect(tell).toContain('type: action\n');
    expect(tell.match(/- name:/g)).toHaveLength(2);
    expect(fileIn(own.files, 'rules/Review.yaml')).toContain('order:\n  - Sets first\n  - Tell\n  - Adds\n');
    const { actions, notes } = await adopt(texts);
    expect(actions).toBe(0);
    expect(notes.filter(({ isLost }) => isLost).map(({ path }) => path)).toEqual(['Tell.txt', 'template.json']);
  });

  it('routes cases to queues, which are named as what the environment has to have', async () => {
    const { files, notes, rules, routingRules } = await adopt({
      'Routes.txt':
        'Routing rule: Large orders\nWHEN @"totalAmount" > 100\nROUTETO Queue("High value") WHEN @"totalAmount" > 1000\nROUTETO Queue("Rest")\nWHEN true\n',
      'Rules.txt': '# Reviews\nRETURN Review("BIG")\nWHEN @"totalAmount" > 100\n',
    });
    expect([rules, routingRules]).toEqual([1, 1]);
    const file = fileIn(files, 'rules/purchase/Large orders.yaml');
    expect(file).toContain('type: routing\n');
    expect(file.match(/ROUTETO/g)).toHaveLength(2);
    expect(fileIn(files, 'rules/purchase.yaml')).toContain('order:\n  - Reviews\n  - Large orders\n');
    expect(notes.filter(({ reason }) => reason.includes('queue')).map(({ reason }) => reason)).toEqual([
      'Large orders routes to the queue “High value”.',
      'Large orders routes to the queue “Rest”.',
    ]);
  });

  it('says what agents decide, in the JSON of the original', async () => {
    const decision = (name: string, caseAction: string) => ({ name, caseAction, reasons: ['Known'] });
    const whole = {
      queueDecisions: [decision('Release', 'Approve'), decision('Refuse', 'Reject')],
      defaultDecisionName: 'Release',
      sortableBy: ['user.userId'],
    };
    const { files, notes } = await adopt({ 'options.json': JSON.stringify(whole) });
    expect(fileIn(files, 'cases/decisions/purchase.yaml')).toContain('defaultDecisionButtonName: Release\n');
    expect(notes).toEqual([]);
    const broken = { ...whole, queueDecisions: [decision('Release', 'Approve'), decision('release', 'Approve')] };
    const lost = await adopt({ 'options.json': JSON.stringify(broken) });
    expect(lost.notes.map(({ reason, isLost }) => [isLost, reason])).toEqual([
      [true, 'queueDecisions[1].name: nameTwice is the name of a decision before it.'],
      [true, 'queueDecisions: tooFewActions needs decisions of at least two case actions.'],
    ]);
  });

  it('stands in the sections its scores are known in, in the order it was shown', async () => {
    const text =
      'WHEN @"riskScore" > 1\nRETURN Approve("A")\nWHEN false\n---\nRETURN Reject("B")\nWHEN @"riskScore" > 700\n---\nRETURN Review("C")\nWHEN true\n';
    const { files, notes } = await adopt({ 'Scored.txt': text });
    const file = fileIn(files, 'rules/purchase/Scored.yaml');
    expect([...file.matchAll(/name: (.*)|section: (.*)/g)].map(([found]) => found)).toEqual([
      'name: Clause 1',
      'name: Clause 2',
      'section: postRisk',
      'name: Clause 3',
      'section: postRisk',
    ]);
    expect(notes.map(({ path, line }) => `${path}:${line}`)).toEqual([
      'Scored.txt:1',
      'Scored.txt:1',
      'rules/purchase.yaml:1',
    ]);
  });

  it('is found in template files, however they are nested', async () => {
    const template = {
      fileVersion: '1',
      contents: {
        rules: [
          {
            name: 'From a template',
            condition: 'WHEN @"totalAmount" > 1',
            clauses: [{ name: 'First', expression: 'RETURN Reject()' }, { definition: { text: 'RETURN Review()' } }],
          },
        ],
        velocitySets: [
          { displayName: 'Sets', velocities: ['SELECT Count() AS n FROM Purchase GROUPBY @"user.userId"'] },
        ],
        action: { code: 'DO SetResponse("a", b = 1)' },
      },
    };
    const { files, notes } = await adopt({ 'template.json': JSON.stringify(template, null, 2), 'empty.json': '{}' });
    expect(files.map(({ path }) => path)).toEqual([
      'velocities/Sets.yaml',
      'rules/purchase/From a template.yaml',
      'rules/purchase.yaml',
      'import.yaml',
    ]);
    expect(fileIn(files, 'rules/purchase/From a template.yaml')).toContain('  - name: Clause 2\n');
    expect(notes.filter(({ isLost }) => isLost).map(({ path, line }) => `${path}:${line}`)).toEqual([
      'template.json:30',
      'empty.json:0',
    ]);
  });
});
