import type { Diagnostic } from '@redoubt/fql';
import { type GuideText, type Text, type TextKey, useEnglishKeys, useGuideText, useText } from '@redoubt/i18n';
import { useMemo } from 'react';
import { searchPhrases } from './search-phrases.ts';
import type { EditorWords } from '../extensions/editor-words.ts';

/** Parameters are code and names, and a few words of the language's own English, which are translated by themselves. */
type Words = ReadonlyMap<string, TextKey<'diagnostics'>>;

const said = (value: string, text: Text<'diagnostics'>, words: Words): string => {
  const key = words.get(value);
  return key === undefined ? value : text(key);
};

/** A reason may go on with the piece of code it is about. */
const REASON = /^(.+?)(: `.*)?$/su;

const reasonSaid = (reason: string, guide: GuideText): string =>
  reason.replace(REASON, (_, words: string, about = '') => guide(words) + about);

/** Says a problem of a rule text; used by the editor and by lists of problems. */
export const useDiagnosticText = (): ((diagnostic: Pick<Diagnostic, 'code' | 'params'>) => string) => {
  const text = useText('diagnostics');
  const words = useEnglishKeys('diagnostics', 'word');
  const rules = useText('rules');
  const guide = useGuideText();
  return useMemo(
    () =>
      ({ code, params }) =>
        // Rows write what is not filled in yet as a path without a name.
        code === 'FQL-BAD-PATH' && params['path'] === ''
          ? rules('visual.missing')
          : text(
              code,
              Object.fromEntries(
                Object.entries(params).map(([name, value]) => [
                  name,
                  name === 'reason' ? reasonSaid(value, guide) : said(value, text, words),
                ]),
              ),
            ),
    [text, words, rules, guide],
  );
};

export const useEditorWords = (): EditorWords => {
  const text = useText('rules');
  const message = useDiagnosticText();
  const guide = useGuideText();
  return useMemo(
    () => ({
      text,
      guide,
      message,
      severity: (severity) => text(`code.severity.${severity}`),
      fix: ({ label, params }) => text(`code.fix.${label}`, params),
      phrases: {
        Completions: text('code.completions'),
        Diagnostics: text('code.problems'),
        'No diagnostics': text('code.noProblems'),
        ...searchPhrases(text),
      },
    }),
    [text, guide, message],
  );
};
