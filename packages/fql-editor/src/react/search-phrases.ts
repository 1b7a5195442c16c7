import type { Text, TextKey } from '@redoubt/i18n';

/** Words of CodeMirror's search panel by their English originals, and where they stand in the catalogues. */
const PHRASES: Readonly<Record<string, TextKey<'rules'>>> = {
  Find: 'code.search.find',
  Replace: 'code.search.replaceWith',
  next: 'code.search.next',
  previous: 'code.search.previous',
  all: 'code.search.all',
  'match case': 'code.search.matchCase',
  regexp: 'code.search.regexp',
  'by word': 'code.search.byWord',
  replace: 'code.search.replace',
  'replace all': 'code.search.replaceAll',
  close: 'code.search.close',
  'current match': 'code.search.currentMatch',
  'on line': 'code.search.onLine',
  'replaced match on line $': 'code.search.replacedMatch',
  'replaced $ matches': 'code.search.replacedMatches',
};

export const searchPhrases = (text: Text<'rules'>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(PHRASES).map(([original, key]) => [original, text(key)]));
