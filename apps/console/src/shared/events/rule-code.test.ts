import { describe, expect, it } from 'vitest';
import { codeLines, codePieces } from './rule-code.ts';
import { reasonsOf } from './rule-reasons.ts';
import { Values } from './terms.ts';

const clause = `LET $seen = Velocity.Purchases_Per_Device(@"deviceContext.externalDeviceId", 30d)
RETURN Review("NEW_DEVICE", "Call && check")
WHEN @"totalAmount" >= 600.5 // large
  && !ContainsKey("Trusted", "email", @"user.email")
  && 640 < @riskScore && $seen == 0`;

describe('rule code as it is shown', () => {
  it('loses nothing', () => {
    for (const code of [clause, '', 'RETURN Reject(', '"open', '@', 'é漢 \t§']) {
      expect(
        codePieces(code)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(code);
    }
  });

  it('knows attributes, keywords, decisions and numbers', () => {
    const kinds = codePieces('RETURN Reject("X") WHEN @"user.email" == $v || @riskScore > 7d').filter(
      (piece) => piece.text.trim() !== '',
    );
    expect(kinds.map((piece) => [piece.kind, piece.path ?? piece.text])).toEqual([
      ['keyword', 'RETURN'],
      ['decision', 'Reject'],
      ['operator', '('],
      ['string', '"X"'],
      ['operator', ')'],
      ['keyword', 'WHEN'],
      ['attribute', 'user.email'],
      ['operator', '=='],
      ['variable', '$v'],
      ['operator', '||'],
      ['attribute', 'riskScore'],
      ['operator', '>'],
      ['number', '7d'],
    ]);
    expect(codePieces('ROUTETO Queue("Large")')[0]).toMatchObject({ kind: 'keyword', text: 'ROUTETO' });
  });

  it('comes in lines without the empty ones', () => {
    const lines = codeLines('a\n\n  /* x\n y */ b\n').map((line) => line.map((piece) => piece.text).join(''));
    expect(lines).toEqual(['a', '  /* x', ' y */ b']);
  });
});

describe('the reasons of a clause', () => {
  const attribute = (path: string) => ({ kind: 'attribute', path }) as const;
  /** Values as the server gives them: by the place of the expression. */
  const valued = (code: string, known: Readonly<Record<string, unknown>>): Values =>
    new Values(
      Object.entries(known).map(([text, value]) => ({
        from: code.indexOf(text),
        to: code.indexOf(text) + text.length,
        value,
      })),
    );

  it('are its conditions in words', () => {
    expect(reasonsOf(clause)).toEqual([
      {
        kind: 'comparison',
        subject: attribute('totalAmount'),
        value: undefined,
        comparison: 'atLeast',
        limit: '600.5',
      },
      {
        kind: 'truth',
        subject: { kind: 'list', list: 'Trusted', status: 'any', key: 'user.email' },
        value: undefined,
        negated: true,
      },
      { kind: 'comparison', subject: attribute('riskScore'), value: undefined, comparison: 'over', limit: '640' },
      {
        kind: 'comparison',
        subject: {
          kind: 'velocity',
          name: 'Purchases_Per_Device',
          window: '30d',
          key: 'deviceContext.externalDeviceId',
        },
        value: undefined,
        comparison: 'is',
        limit: '0',
      },
    ]);
  });

  it('carry the values of velocities, functions, calls and cells of lists', () => {
    const code = `LET $w = External.weather("Seattle")
RETURN Reject()
WHEN Velocity.spent(@"user.userId", 1h) <= 1 && $w.wind > 5
  && Functions.Trust(@"user.email").score == $limit && Lookup("Risky", "email", @"user.email", "level", "") == "high"
  && IsBlock("Email Support List", @"user.email")`;
    const values = valued(code, {
      'Velocity.spent(@"user.userId", 1h)': 0,
      '$w.wind': 9,
      'Functions.Trust(@"user.email").score': 3,
      $limit: 3,
      'Lookup("Risky", "email", @"user.email", "level", "")': 'high',
    });
    expect(
      reasonsOf(code, values).map((reason) =>
        reason.kind === 'any' ? [] : [reason.subject, reason.value, reason.kind === 'comparison' ? reason.limit : null],
      ),
    ).toEqual([
      [{ kind: 'velocity', name: 'spent', window: '1h', key: 'user.userId' }, 0, '1'],
      [{ kind: 'answer', of: 'call', name: 'weather', member: 'wind' }, 9, '5'],
      [{ kind: 'answer', of: 'function', name: 'Trust', member: 'score' }, 3, '3'],
      [{ kind: 'cell', list: 'Risky', column: 'level', key: 'user.email' }, 'high', 'high'],
      [{ kind: 'list', list: 'Email Support List', status: 'block', key: 'user.email' }, undefined, null],
    ]);
  });

  it('say of alternatives only what held, and keep them whole where that is not known', () => {
    const code = 'RETURN Reject() WHEN @"a" > 1 || @"b" > 2';
    const [whole] = reasonsOf(code);
    expect(whole?.kind === 'truth' && whole.subject.kind).toBe('code');
    expect(reasonsOf(code, valued(code, { '@"a" > 1': false, '@"b" > 2': true }))).toMatchObject([
      { kind: 'comparison', subject: attribute('b'), limit: '2' },
    ]);
    expect(reasonsOf(code, valued(code, { '@"a" > 1': true, '@"b" > 2': true }))).toMatchObject([{ kind: 'any' }]);
  });

  it('leave out a test for existence that only guards another condition', () => {
    const guarded = reasonsOf('WHEN Exists(@"a") && @"a" > 1 && Exists(@"b")');
    expect(guarded.map((reason) => reason.kind)).toEqual(['comparison', 'truth']);
  });

  it('look through brackets and read a plain attribute as true or false', () => {
    expect(reasonsOf('RETURN Reject() WHEN ((@"a" > 1)) AND NOT @"isGuest" and (@"b")')).toEqual([
      { kind: 'comparison', subject: attribute('a'), value: undefined, comparison: 'over', limit: '1' },
      { kind: 'truth', subject: attribute('isGuest'), value: undefined, negated: true },
      { kind: 'truth', subject: attribute('b'), value: undefined, negated: false },
    ]);
  });

  it('are none without a condition', () => {
    expect(reasonsOf('RETURN Approve("ALL")')).toEqual([]);
  });
});
