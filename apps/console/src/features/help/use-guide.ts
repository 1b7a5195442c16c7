import {
  DIAGNOSTICS,
  type DiagnosticCode,
  type GuideEntry,
  type GuideSection,
  languageGuide,
} from '@redoubt/fql-editor';
import { useFormats, useGuideText, useText } from '@redoubt/i18n';
import { useMemo } from 'react';

const isProblem = (id: string): id is DiagnosticCode => Object.hasOwn(DIAGNOSTICS, id);

/** What is filled in later is a gap here. */
const gapsOf = (message: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '[…]']));

/** The guide in the reader's language. Names of functions and whatever else is code stay as they are written. */
export const useGuide = (): readonly GuideSection[] => {
  const guide = useGuideText();
  const diagnostics = useText('diagnostics');
  const rules = useText('rules');
  const formats = useFormats();
  const english = useMemo(languageGuide, []);
  return useMemo(() => {
    const entryIn = (entry: GuideEntry): GuideEntry => {
      const { id, written, summary, edge, limit } = entry;
      if (limit !== null) return { ...entry, written: guide(written), summary: formats.number(limit) };
      if (!isProblem(id)) return { ...entry, summary: guide(summary), edge: guide(edge) };
      const { message, severity } = DIAGNOSTICS[id];
      return { ...entry, summary: diagnostics(id, gapsOf(message)), edge: rules(`code.severity.${severity}`) };
    };
    return english.map(({ id, entries }) => ({ id, entries: entries.map(entryIn) }));
  }, [english, guide, diagnostics, rules, formats]);
};
