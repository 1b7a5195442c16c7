import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import { kindOfTexts, type DetectedResource, type TextPart } from './split-text.ts';

const CODE_MEMBERS = ['code', 'text', 'expression', 'fql', 'definition', 'statement', 'value'];
const PART_MEMBERS = ['clauses', 'velocities', 'ruleClauses', 'velocityDefinitions'];
const LANGUAGE = /^\s*(?:LET|RETURN|OBSERVE|SELECT|WHEN|ROUTETO|DO)\b/im;

const member = (object: JsonObject, names: readonly string[]): Json | undefined => {
  const wanted = names.map((name) => name.toLowerCase());
  return Object.entries(object).find(([name]) => wanted.includes(name.toLowerCase()))?.[1];
};

const textIn = (value: Json | undefined): string | null => {
  if (typeof value === 'string') return value;
  return value !== undefined && isJsonObject(value) ? textIn(member(value, CODE_MEMBERS)) : null;
};

const nameIn = (object: JsonObject): string | null => {
  const name = member(object, ['name', 'displayName', 'title']);
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : null;
};

/** Line of a text in the file: where its first line stands as JSON writes it. */
const lineIn = (source: string, code: string): number => {
  const at = source.indexOf(JSON.stringify(code).slice(1, 61));
  return at < 0 ? 1 : source.slice(0, at).split('\n').length;
};

const partsOf = (source: string, list: readonly Json[]): readonly TextPart[] =>
  list.flatMap((each) => {
    const code = textIn(each);
    if (code === null) return [];
    return [{ name: isJsonObject(each) ? nameIn(each) : null, code: code.trim(), line: lineIn(source, code) }];
  });

/** What is in a template file, and texts of the language that stand in it at an unknown place. */
export type TemplateContents = { readonly resources: readonly DetectedResource[]; readonly stray: readonly TextPart[] };

/**
 * Finds rules, actions and velocity sets in a JSON file, however it is nested: whatever has clauses, or velocities, with texts.
 * Their layout was never documented, so nothing else about it is taken for granted.
 */
export const readTemplate = (name: string, source: string, value: Json): TemplateContents => {
  const resources: DetectedResource[] = [];
  const stray: TextPart[] = [];
  const visit = (found: Json, label: string | null): void => {
    if (Array.isArray(found)) {
      for (const each of found as readonly Json[]) visit(each, label);
      return;
    }
    if (!isJsonObject(found)) {
      if (typeof found === 'string' && LANGUAGE.test(found)) {
        stray.push({ name: label, code: found, line: lineIn(source, found) });
      }
      return;
    }
    const own = nameIn(found) ?? label;
    const list = member(found, PART_MEMBERS);
    const parts = Array.isArray(list) ? partsOf(source, list as readonly Json[]) : [];
    if (parts.length === 0) {
      for (const [key, each] of Object.entries(found)) visit(each, own ?? key);
      return;
    }
    const condition = textIn(member(found, ['condition', 'ruleCondition', 'filter'])) ?? '';
    resources.push({
      kind: kindOfTexts(parts.map(({ code }) => code)),
      name: own ?? name,
      line: parts[0]?.line ?? 1,
      condition:
        condition.trim() === '' ? null : { name: null, code: condition.trim(), line: lineIn(source, condition) },
      parts,
    });
  };
  visit(value, null);
  return { resources, stray };
};
