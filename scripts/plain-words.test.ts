import { describe, expect, it } from 'vitest';
import { read, tracked } from './tracked-files.ts';

/** Pronouns that hide the subject; the sentence names the node, caller, user or rule instead. */
const VAGUE = /\b(?:no|some|any)body\b|\bwhoever\b/iu;
/** A line of a block comment, or from where a comment begins to the end of the line. */
const COMMENT = /^\s*\*.*|\/\*.*|(?:^|\s)\/\/\s.*/gmu;
/** The first argument of a test or a group, also of one made with `each`. */
const TITLE = /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(['"`])(.*?)\1,/gu;
/** The sentence an endpoint says of itself; the OpenAPI document shows it. */
const SUMMARY = /\bsummary:\s*(['"`])(.*?)\1,/gu;
/** The name of a declaration that a file exports. */
const EXPORTED = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gmu;
const VAGUE_NAME = /[Nn]obody|[Ss]omebody|[Aa]nybody|[Ww]hoever/u;
const exportedNamesOf = (source: string): readonly string[] =>
  [...source.matchAll(EXPORTED)].map(([, name = '']) => name);
const sentencesOf = (source: string): readonly string[] => [
  ...[...source.matchAll(COMMENT)].map(([comment]) => comment.trim()),
  ...[...source.matchAll(TITLE)].map(([, , title = '']) => title),
  ...[...source.matchAll(SUMMARY)].map(([, , summary = '']) => summary),
];

const linesOf = (document: string): readonly string[] => document.split('\n');

/** The texts of a catalogue, without their keys. */
const textsOf = (catalogue: string): readonly string[] => {
  const texts: string[] = [];
  JSON.parse(catalogue, (_key, value: unknown) => {
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  return texts;
};

/** The English names by which a catalogue of names is keyed. */
const namesOf = (catalogue: string): readonly string[] => Object.keys(JSON.parse(catalogue) as object);

const vagueIn = (paths: readonly string[], partsOf: (text: string) => readonly string[]): readonly string[] =>
  paths.flatMap((path) =>
    partsOf(read(path))
      .filter((part) => VAGUE.test(part))
      .map((part) => `${path}: ${part}`),
  );

describe('sentences name their subject', () => {
  it.each([
    ['a block', ' * Nobody reads it.'],
    ['one line', '/** Told to whoever asks. */'],
    ['the end of a line', 'const a = 1; // for somebody'],
    ['a title', "it('asks anybody', () => {"],
    ['a summary', "  summary: 'Delete a list that nobody uses.',"],
    ['a title below its table', "])(\n  'asks anybody', () => {"],
  ])('is checked in %s', (_where, source) => {
    expect(sentencesOf(source).some((part) => VAGUE.test(part))).toBe(true);
  });

  it('in comments, test titles and summaries of endpoints', () => {
    const sources = tracked('*.ts', '*.tsx').filter((path) => path !== 'scripts/plain-words.test.ts');
    expect(sources.length).toBeGreaterThan(1000);
    expect(vagueIn(sources, sentencesOf)).toEqual([]);
  });

  it('in exported names', () => {
    expect(exportedNamesOf('export const askSomebody = 1;').filter((name) => VAGUE_NAME.test(name))).toHaveLength(1);
    const named = tracked('*.ts', '*.tsx').flatMap((path) => exportedNamesOf(read(path)));
    expect(named.length).toBeGreaterThan(3000);
    expect(named.filter((name) => VAGUE_NAME.test(name))).toEqual([]);
  });

  it('in documents', () => {
    expect(vagueIn(tracked('*.md'), linesOf)).toEqual([]);
  });

  it('in the English texts, and in the English names that the other catalogues translate', () => {
    const catalogues = tracked('packages/i18n/catalogues/en-US/*.json');
    expect(catalogues.length).toBeGreaterThan(30);
    expect(vagueIn(catalogues, textsOf)).toEqual([]);
    expect(vagueIn(['packages/i18n/catalogues/de-DE/provided.json'], namesOf)).toEqual([]);
  });
});
