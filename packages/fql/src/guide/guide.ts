import type { Json } from '@redoubt/kernel';
import { DIAGNOSTICS } from '../diagnostics/codes.ts';
import { KEYWORD_HELP } from './keyword-help.ts';
import { CHAR_SETS } from '../functions/char-sets.ts';
import { type FunctionGroup, type FunctionSpec, signatureOf } from '../functions/spec.ts';
import { FUNCTIONS } from '../functions/table.ts';
import type { RuleKind } from '../program/kinds.ts';
import { PATTERN_REASONS } from '../regex/problems.ts';
import { FUNCTION_EXAMPLES } from './function-examples.ts';
import { STATEMENT_EXAMPLES, STATEMENTS, type TextExample } from './statement-examples.ts';
import { LIMITS, LITERALS, OPERATORS, REFERENCES, type Topic, TYPES } from './topics.ts';

export type GuideExample = {
  /** Null where the text is one expression. */
  readonly kind: RuleKind | null;
  readonly text: string;
  readonly gives: Json;
};

export type GuideEntry = {
  /** Stable within its section; addresses lead to it. */
  readonly id: string;
  /** As it stands in a text; of a limit, in words, what it counts. */
  readonly written: string;
  readonly summary: string;
  /** What happens at the edges, or where it may stand; may be empty. */
  readonly edge: string;
  readonly aliases: readonly string[];
  /** Kinds of rules it may stand in; null where all. */
  readonly kinds: readonly RuleKind[] | null;
  readonly example: GuideExample | null;
  /** Null where the entry is no limit. */
  readonly limit: number | null;
};

export type GuideSectionId =
  | 'statements'
  | 'references'
  | 'literals'
  | 'operators'
  | 'types'
  | FunctionGroup
  | 'limits'
  | 'problems';
export type GuideSection = { readonly id: GuideSectionId; readonly entries: readonly GuideEntry[] };

const plain = { summary: '', edge: '', aliases: [], kinds: null, example: null, limit: null } as const;
const ofText = ({ kind, text, gives }: TextExample): GuideExample => ({ kind, text, gives });
const ofExpression = ([text, gives]: readonly [string, Json]): GuideExample => ({ kind: null, text, gives });

const topics = (id: GuideSectionId, all: readonly Topic[]): GuideSection => ({
  id,
  entries: all.map(({ written, summary, example }) => ({
    ...plain,
    id: written,
    written,
    summary,
    example: example ? ofExpression(example) : null,
  })),
});

const exampleOf = (id: string): GuideExample | null => {
  const text = Object.hasOwn(STATEMENT_EXAMPLES, id) ? STATEMENT_EXAMPLES[id] : undefined;
  if (text) return ofText(text);
  const expression = Object.hasOwn(FUNCTION_EXAMPLES, id) ? FUNCTION_EXAMPLES[id] : undefined;
  return expression ? ofExpression(expression) : null;
};

/** Statements write their calls with pairs and without a result. */
const writtenAs = (spec: FunctionSpec): string => {
  const signature = signatureOf(spec);
  if (spec.form === 'observation') return `${spec.name}(name = value, …)`;
  if (spec.id === 'SetVariables') return 'SetVariables(name = value, …)';
  if (spec.id === 'SetResponse') return 'SetResponse([section,] name = value, …)';
  return spec.form === 'action' || spec.form === 'decision' ? signature.replace(/: \w+$/, '') : signature;
};

const ofFunction = (spec: FunctionSpec): GuideEntry => ({
  ...plain,
  id: spec.id,
  written: writtenAs(spec),
  summary: spec.summary,
  edge: spec.edge,
  aliases: spec.aliases,
  kinds: spec.availableIn ?? null,
  example: exampleOf(spec.id),
});

const functionSections = (): readonly GuideSection[] => {
  const groups = new Map<FunctionGroup, GuideEntry[]>();
  for (const spec of FUNCTIONS) groups.set(spec.group, [...(groups.get(spec.group) ?? []), ofFunction(spec)]);
  const charSets = Object.entries(CHAR_SETS).map(([name, { characters }]) => ({
    ...plain,
    id: `CharSet.${name}`,
    written: `CharSet.${name}`,
    summary: characters,
  }));
  groups.set('charSet', [...(groups.get('charSet') ?? []), ...charSets]);
  return [...groups].map(([id, entries]) => ({ id, entries }));
};

/**
 * The language guide: everything that can be looked up, built from the tables that checker, completion and hover use.
 * Texts are English, see `guideTexts`. Pure data; the console shows it, `docs/language/guide.md` is written from it.
 */
export const languageGuide = (): readonly GuideSection[] => [
  {
    id: 'statements',
    entries: STATEMENTS.map(({ syntax, summary, places, example }) => ({
      ...plain,
      id: syntax,
      written: syntax,
      summary,
      edge: places,
      example: ofText(example),
    })),
  },
  topics('references', REFERENCES),
  topics('literals', LITERALS),
  topics('operators', OPERATORS),
  topics('types', TYPES),
  ...functionSections(),
  {
    id: 'limits',
    entries: LIMITS.map(({ counted, limit }) => ({ ...plain, id: counted, written: counted, limit })),
  },
  {
    id: 'problems',
    entries: Object.entries(DIAGNOSTICS).map(([code, { severity, message }]) => ({
      ...plain,
      id: code,
      written: code,
      summary: message,
      edge: severity,
    })),
  },
];

const isSaid = (text: string): boolean => /\p{L}{3}/u.test(text);

/**
 * Every English sentence of guide, hover and completion, and every reason in the parameters of a problem, once each in the
 * order of the guide: what a console in another language translates. Problems themselves are translated by their code.
 */
export const guideTexts = (): readonly string[] => {
  const said = languageGuide().flatMap(({ id, entries }) => {
    if (id === 'problems') return [];
    return entries.flatMap(({ written, summary, edge }) => (id === 'limits' ? [written] : [summary, edge]));
  });
  return [...new Set([...said, ...Object.values(KEYWORD_HELP), ...Object.values(PATTERN_REASONS)].filter(isSaid))];
};
