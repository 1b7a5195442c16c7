import { PARTS_OF, PROGRAM_KINDS, type ProgramKind, RULE_KINDS, type RuleKind } from '@redoubt/fql';
import { CliError } from '../../cli-error.ts';

/** What a text is: a clause of a kind of rule (`decision`), or exactly one context (`decisionCondition`). */
export type TextKind = RuleKind | ProgramKind;
export const TEXT_KINDS: readonly TextKind[] = [...RULE_KINDS, ...PROGRAM_KINDS];

const isRuleKind = (kind: TextKind): kind is RuleKind => RULE_KINDS.some((known) => known === kind);

export const toRuleKind = (kind: TextKind): { readonly kind: RuleKind; readonly isCondition: boolean } => {
  if (isRuleKind(kind)) return { kind, isCondition: false };
  const owner = RULE_KINDS.find((rule) => PARTS_OF[rule].condition === kind || PARTS_OF[rule].clause === kind);
  return { kind: owner ?? 'decision', isCondition: owner !== undefined && PARTS_OF[owner].condition === kind };
};

export const toProgramKind = (kind: TextKind): ProgramKind => (isRuleKind(kind) ? PARTS_OF[kind].clause : kind);

/** Folders of a configuration, and what the texts below them are. */
const KIND_OF_FOLDER: Readonly<Record<string, TextKind>> = {
  rules: 'decision',
  velocities: 'velocity',
  functions: 'function',
  routing: 'routing',
  actions: 'action',
};

/** `// kind: velocity` among the comments a text begins with. */
const DIRECTIVE = /^\s*(?:\/\/[^\n]*\n\s*)*?\/\/\s*kind:\s*(\w+)/i;

const saidIn = (text: string, name: string): TextKind | undefined => {
  const said = DIRECTIVE.exec(text)?.[1];
  if (said === undefined) return undefined;
  const kind = TEXT_KINDS.find((known) => known.toLowerCase() === said.toLowerCase());
  if (kind !== undefined) return kind;
  throw new CliError(`${name}: there is no kind "${said}"; write one of ${TEXT_KINDS.join(', ')}.`, { exitCode: 2 });
};

const kindOfFolder = (path: string): TextKind | undefined =>
  path
    .split(/[/\\]/)
    .slice(0, -1)
    .map((folder) => folder.toLowerCase())
    .map((folder) => (Object.hasOwn(KIND_OF_FOLDER, folder) ? KIND_OF_FOLDER[folder] : undefined))
    .findLast((kind) => kind !== undefined);

/**
 * What a text is: what it says itself (`// kind: velocity`), else what `--kind` says, else what the folder it stands in
 * is for, else a clause of a decision rule. Throws for a kind that does not exist.
 */
export const kindOfText = (text: string, name: string, asked: TextKind | undefined): TextKind =>
  saidIn(text, name) ?? asked ?? kindOfFolder(name) ?? 'decision';
