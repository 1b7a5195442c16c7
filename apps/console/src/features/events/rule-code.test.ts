import { describe, expect, it } from 'vitest';
import { codeLines, codePieces } from './rule-code.ts';
import { reasonsOf } from './rule-reasons.ts';

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
  });

  it('comes in lines without the empty ones', () => {
    const lines = codeLines('a\n\n  /* x\n y */ b\n').map((line) => line.map((piece) => piece.text).join(''));
    expect(lines).toEqual(['a', '  /* x', ' y */ b']);
  });
});

describe('the reasons of a clause', () => {
  it('are its conditions in words, and code where there are none', () => {
    const reasons = reasonsOf(clause);
    expect(reasons.slice(0, 3)).toEqual([
      { kind: 'comparison', path: 'totalAmount', comparison: 'atLeast', limit: '600.5' },
      { kind: 'list', path: 'user.email', list: 'Trusted', negated: true },
      { kind: 'comparison', path: 'riskScore', comparison: 'over', limit: '640' },
    ]);
    const last = reasons[3];
    expect(last?.kind === 'code' && last.pieces.map((piece) => piece.text).join('')).toBe('$seen == 0');
  });

  it('leave out a test for existence that only guards another condition', () => {
    const guarded = reasonsOf('WHEN Exists(@"a") && @"a" > 1 && Exists(@"b")');
    expect(guarded.map((reason) => reason.kind)).toEqual(['comparison', 'code']);
  });

  it('keep an alternative whole', () => {
    expect(reasonsOf('RETURN Reject() WHEN @"a" > 1 || @"b" > 2 && @"c" > 3').map((reason) => reason.kind)).toEqual([
      'code',
    ]);
  });

  it('look through brackets and read a plain attribute as true or false', () => {
    expect(reasonsOf('RETURN Reject() WHEN ((@"a" > 1)) AND NOT @"isGuest" and (@"b")')).toEqual([
      { kind: 'comparison', path: 'a', comparison: 'over', limit: '1' },
      { kind: 'truth', path: 'isGuest', negated: true },
      { kind: 'truth', path: 'b', negated: false },
    ]);
  });

  it('are none without a condition', () => {
    expect(reasonsOf('RETURN Approve("ALL")')).toEqual([]);
  });
});
