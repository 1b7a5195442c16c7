/** A text and the line of its file, from 1, that it begins on. */
export type TextPart = { readonly name: string | null; readonly code: string; readonly line: number };

export type DetectedKind = 'rule' | 'action' | 'routing' | 'velocitySet' | 'function' | 'nothing';

/** What a pasted text turned out to be. */
export type DetectedResource = {
  readonly kind: DetectedKind;
  readonly name: string;
  readonly line: number;
  readonly condition: TextPart | null;
  readonly parts: readonly TextPart[];
};

const RESOURCE_HEADING =
  /^\s*(?:#+\s*)?((?:routing )?rule|(?:post-decision )?action|velocity set|velocityset|velocities|function)\s*(?:name)?\s*[:=]\s*(\S.*?)\s*$/i;
const PART_HEADING = /^\s*(?:#+\s*)?(condition|(?:clause|velocity)(?:\s+\d+)?)\s*(?::\s*(\S.*?)?)?\s*$/i;
const MARKDOWN_HEADING = /^\s*#+\s+(\S.*?)\s*$/;
const SEPARATOR = /^\s*(?:-{3,}|={3,}|\*{3,})\s*$/;
const FENCE = /^\s*(?:```|~~~)/;
const STARTER = /^\s*(LET|RETURN|OBSERVE|SELECT|ROUTETO|DO)\b/i;
const DECIDES = /^\s*RETURN\b/im;
const OBSERVES = /^\s*OBSERVE\b/im;
const COUNTS = /^\s*SELECT\b/im;
const ROUTES = /^\s*ROUTETO\b/im;
const ACTS = /^\s*DO\b/im;

type Draft = { name: string | null; lines: string[]; line: number; isCondition: boolean };
type Section = { name: string; said: string | null; line: number; drafts: Draft[] };

/** Whether a statement that begins here belongs to the next text: each decides, routes or counts once. */
const beginsNext = (draft: Draft, word: string): boolean => {
  const text = draft.lines.join('\n');
  if (COUNTS.test(text) || DECIDES.test(text) || ROUTES.test(text)) return true;
  const afterBlank = draft.lines.at(-1)?.trim() === '';
  if (OBSERVES.test(text)) return word === 'OBSERVE' || (word === 'LET' && afterBlank);
  // A clause of an action may act several times; one of a rule may set variables before it decides.
  if (ACTS.test(text)) return afterBlank && (word === 'LET' || word === 'DO');
  // A text that begins with WHEN is the condition of those after it.
  return /^\s*WHEN\b/i.test(text);
};

/** What texts of one resource are, by their statements. */
export const kindOfTexts = (codes: readonly string[]): DetectedKind => {
  const all = codes.join('\n');
  if (COUNTS.test(all)) return 'velocitySet';
  if (ROUTES.test(all) && !DECIDES.test(all)) return 'routing';
  if (ACTS.test(all) && !DECIDES.test(all) && !OBSERVES.test(all)) return 'action';
  return STARTER.test(all) ? 'rule' : 'nothing';
};

const partOf = ({ name, lines, line }: Draft): TextPart | null => {
  const from = lines.findIndex((each) => each.trim() !== '');
  if (from < 0) return null;
  return { name, code: lines.slice(from).join('\n').trimEnd(), line: line + from };
};

const resourceOf = ({ name, said, line, drafts }: Section): DetectedResource => {
  const found = drafts.flatMap((draft) => {
    const part = partOf(draft);
    return part ? [{ ...part, isCondition: draft.isCondition || /^\s*WHEN\b/i.test(part.code) }] : [];
  });
  const [first, ...rest] = found;
  const condition = first?.isCondition ? first : null;
  const parts = (condition ? rest : found).map(({ isCondition: _isCondition, ...part }) => part);
  const kind = said === 'function' ? 'function' : kindOfTexts(parts.map(({ code }) => code));
  return { kind, name, line, condition: condition && { ...condition, name: null }, parts };
};

/**
 * Takes a pasted text apart: headings such as `Rule: High amount`, `Condition:`, `Clause: Reject` or of Markdown, lines of
 * dashes, and otherwise the statements themselves say where one text ends. A file without a heading is one resource, under
 * the name of the file.
 */
export const splitText = (name: string, text: string): readonly DetectedResource[] => {
  let section: Section = { name, said: null, line: 1, drafts: [] };
  const sections = [section];
  let draft: Draft | null = null;
  const begin = (line: number, named: string | null = null, isCondition = false): Draft => {
    draft = { name: named, lines: [], line, isCondition };
    section.drafts.push(draft);
    return draft;
  };
  for (const [index, content] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = index + 1;
    const [, said, named] = RESOURCE_HEADING.exec(content) ?? [];
    const [, part, partName] = PART_HEADING.exec(content) ?? [];
    const heading = MARKDOWN_HEADING.exec(content)?.[1];
    if (FENCE.test(content)) continue;
    if (said !== undefined || (part === undefined && heading !== undefined)) {
      section = { name: named ?? heading ?? name, said: said?.toLowerCase() ?? null, line, drafts: [] };
      sections.push(section);
      draft = null;
    } else if (part !== undefined) {
      const isCondition = part.toLowerCase() === 'condition';
      begin(line + 1, isCondition ? null : (partName ?? null), isCondition);
    } else if (SEPARATOR.test(content)) {
      draft = null;
    } else {
      const word = STARTER.exec(content)?.[1]?.toUpperCase();
      const current: Draft = draft ?? begin(line);
      const isNext = word !== undefined && beginsNext(current, word);
      (isNext ? begin(line) : current).lines.push(content);
    }
  }
  return sections.map(resourceOf).filter(({ parts, condition }) => parts.length > 0 || condition !== null);
};
