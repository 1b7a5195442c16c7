import type { Random } from '../testing/random.ts';

/** Words, signs and oddities that texts are thrown together from. */
export const PIECES: readonly string[] = [
  '"',
  "'",
  '`',
  '${',
  '}',
  '\\',
  '\\u0022',
  '@',
  '@@',
  '$',
  '$x',
  '(',
  ')',
  '[',
  ']',
  '{',
  ',',
  '.',
  ':',
  '?',
  '=',
  '==',
  '|',
  '||',
  '&',
  '!',
  '-',
  '/',
  '//',
  '/*',
  '*/',
  '%',
  '<',
  '>',
  ';',
  '1',
  '2m',
  '1e9',
  'LET',
  'WHEN',
  'RETURN',
  'OBSERVE',
  'DO',
  'SELECT',
  'FROM',
  'GROUPBY',
  'Reject',
  'Output',
  'constructor',
  '__proto__',
  'prototype',
  'globalThis',
  'process',
  'require',
  'eval',
  'Math',
  'DateTime',
  'CharSet',
  'Exists',
  'true',
  'null',
  'and',
  'not',
  'or',
  ' ',
  '\n',
  '\t',
  '\u00a0',
  '“',
  '”',
  '‘',
  '\u2028',
  '\0',
  '\ud800',
  'é',
  '漢',
  '😀',
  '</script>',
  'ROUTETO Queue(',
  'External.x(',
  'Assessments.a.Evaluate(',
  'Functions.root.f(',
  '.GetDiagnostics()',
  'Velocity.v(@"a", 1h)',
  'Patterns.IsRegexMatch(',
  '"(a+)+$"',
  '(string)',
  '.AsJsonArray()',
  'arguments',
  'this',
  'import',
  'async',
  'await',
  'new Function',
  '\\u{0}',
  '\ufeff',
  '\u200b',
  '//# sourceMappingURL=',
];

/** A program with a few places damaged: cut out, pasted in, said twice, broken off. */
export const mutate = (text: string, random: Random): string => {
  let mutated = text;
  for (let round = random.below(4); round >= 0; round -= 1) {
    const at = random.below(mutated.length + 1);
    const length = random.below(6);
    mutated = random.pick([
      () => mutated.slice(0, at) + mutated.slice(at + length),
      () => mutated.slice(0, at) + random.pick(PIECES) + mutated.slice(at),
      () => mutated.slice(0, at) + mutated.slice(at, at + length * 3).repeat(2) + mutated.slice(at + length * 3),
      () => mutated.slice(0, at),
    ])();
  }
  return mutated;
};

/** Bytes read as text: any characters, most of them those of programs. */
export const bytes = (random: Random): string => {
  const length = random.below(80);
  const raw = Uint8Array.from({ length }, () => (random.chance(70) ? 32 + random.below(95) : random.below(256)));
  return new TextDecoder(random.pick(['utf-8', 'utf-16le', 'windows-1252'])).decode(raw);
};

/** The bytes of a program with some of them changed. */
export const flipped = (text: string, random: Random): string => {
  const raw = new TextEncoder().encode(text);
  for (let count = 1 + random.below(4); count > 0 && raw.length > 0; count -= 1)
    raw[random.below(raw.length)] = random.below(256);
  return new TextDecoder().decode(raw);
};
