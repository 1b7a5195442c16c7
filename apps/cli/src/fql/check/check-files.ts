import { basename, extname } from 'node:path';
import {
  type SymbolTable,
  checkRule,
  type Diagnostic,
  type DiagnosticCode,
  EMPTY_SYMBOL_TABLE,
  type ParseOptions,
  type RuleSource,
} from '@redoubt/fql';
import { symbolsOf, tablesOf } from '../eval/facts.ts';
import { prepareFunctions } from '../eval/own-functions.ts';
import { type PreparedRule, prepareRule } from '../eval/prepare.ts';
import type { Facts } from '../eval/request.ts';
import type { CliContext } from '../../cli-context.ts';
import { type FoundFile, readText } from '../files/find-files.ts';
import { readRuleFile, type RuleFile } from '../files/rule-file.ts';
import type { NameScope } from './name-scope.ts';
import { kindOfText, type TextKind, toRuleKind } from './text-kind.ts';

/** One problem, with the text it is in. */
export type FileProblem = {
  /** Name of the clause; null for the condition, and for a file that is one text. */
  readonly clause: string | null;
  readonly diagnostic: Diagnostic;
  readonly text: string;
};
export type CheckedFile = { readonly file: string; readonly problems: readonly FileProblem[] };

/** How files are to be checked. */
export type CheckRun = {
  readonly kind: TextKind | undefined;
  readonly names: NameScope;
  readonly options: ParseOptions;
};

/** Names that only an environment knows; a text on its own cannot be blamed for them. */
const NAMES_OF_AN_ENVIRONMENT: ReadonlySet<DiagnosticCode> = new Set([
  'FQL-UNKNOWN-LIST',
  'FQL-MISSPELT-LIST',
  'FQL-UNKNOWN-COLUMN',
  'FQL-UNKNOWN-VELOCITY',
  'FQL-UNKNOWN-SUPPORT-LIST',
  'FQL-UNKNOWN-OWN-FUNCTION',
]);

const isOfTheText = ({ code }: Diagnostic): boolean => !NAMES_OF_AN_ENVIRONMENT.has(code);

const SEPARATOR = /^[ \t]*---[ \t]*$/m;

/** Texts of a file that holds several, each where it stands: what is before it is blank, so places stay those of the file. */
const partsOf = (text: string): readonly string[] => {
  const parts: string[] = [];
  let blank = '';
  for (let rest = text; ;) {
    const separator = SEPARATOR.exec(rest);
    const end = separator?.index ?? rest.length;
    if (rest.slice(0, end).trim() !== '') parts.push(blank + rest.slice(0, end));
    if (separator === null) return parts;
    const passed = end + separator[0].length;
    blank += rest.slice(0, passed).replaceAll(/[^\n]/g, ' ');
    rest = rest.slice(passed);
  }
};

/** A velocity set: texts between lines of `---`, the first of them its condition where it is one. */
const velocitySetOf = (text: string): RuleSource => {
  const [first = '', ...others] = partsOf(text);
  const isCondition = others.length > 0 && !/\bSELECT\b/i.test(first);
  const codes = isCondition ? others : [first, ...others];
  return {
    kind: 'velocity',
    condition: isCondition ? first : '',
    clauses: codes.map((code, index) => ({ id: String(index), name: '', code })),
  };
};

const sourceOf = (kind: TextKind, text: string): RuleSource => {
  const rule = toRuleKind(kind);
  if (kind === 'velocity') return velocitySetOf(text);
  return rule.isCondition
    ? { kind: rule.kind, condition: text, clauses: [] }
    : { kind: rule.kind, condition: '', clauses: [{ id: 'text', name: '', code: text }] };
};

const UNKNOWN_NAMES: SymbolTable = {
  ...EMPTY_SYMBOL_TABLE,
  sources: ['geo', 'bin', 'device', 'graph'],
  calls: 'any',
  assessments: 'any',
};

const checkText = async (file: FoundFile, asked: CheckRun, context: CliContext): Promise<CheckedFile> => {
  const { names, options } = asked;
  const text = await readText(file, context);
  const source = sourceOf(kindOfText(text, file.name, asked.kind), text);
  const known = await names.symbolsFor(source.kind ?? 'decision', basename(file.name, extname(file.name)), null);
  const symbols = names.knowsNames ? known : { ...UNKNOWN_NAMES, attributes: known?.attributes ?? [] };
  const { diagnostics } = checkRule(source, symbols ?? UNKNOWN_NAMES, options);
  const own = names.knowsNames ? diagnostics : diagnostics.filter(isOfTheText);
  return { file: file.name, problems: own.map((diagnostic) => ({ clause: null, diagnostic, text })) };
};

/** Lists, velocities and functions that the file or any of its tests brings. */
const allFacts = ({ facts, tests }: RuleFile): Facts => {
  const all = [facts, ...tests.map((test) => test.facts)];
  return {
    ...facts,
    lists: Object.assign({}, ...all.map(({ lists }) => lists)) as Facts['lists'],
    supportLists: Object.assign({}, ...all.map(({ supportLists }) => supportLists)) as Facts['supportLists'],
    velocities: Object.assign({}, ...all.map(({ velocities }) => velocities)) as Facts['velocities'],
    functions: Object.assign({}, ...all.map(({ functions }) => functions)) as Facts['functions'],
  };
};

const checkRuleFile = async (file: FoundFile, { names, options }: CheckRun): Promise<CheckedFile | null> => {
  const found = await readRuleFile(file.name, file.path);
  if (!found) return null;
  const facts = allFacts(found);
  const { kind } = found.rules;
  const known = await names.symbolsFor(kind, found.name, found.assessment);
  const stage = (source: RuleSource): RuleSource => names.staged(source, found.assessment, found.sections);
  if (names.knowsNames && known !== null) {
    const rule = prepareRule(found.rules, known, options, stage);
    return { file: file.name, problems: problemsIn(rule, (clause) => clause) };
  }
  const symbols = { ...symbolsOf(facts, tablesOf(facts)), attributes: known?.attributes ?? [] };
  const functions = prepareFunctions(facts, symbols, (rules, names) => prepareRule(rules, names, options));
  const rule = prepareRule(found.rules, { ...symbols, functions: functions.entries }, options, stage);
  const own = functions.rules.flatMap(({ rule: of, nameOf }) => problemsIn(of, nameOf));
  const problems = [...own, ...problemsIn(rule, (clause) => clause)];
  return {
    file: file.name,
    problems: found.isOfConfiguration ? problems.filter(({ diagnostic }) => isOfTheText(diagnostic)) : problems,
  };
};

const problemsIn = (rule: PreparedRule, nameOf: (clause: string | null) => string | null): readonly FileProblem[] =>
  rule.diagnostics.map((diagnostic) => ({
    clause: nameOf(rule.nameOf(diagnostic.part)),
    diagnostic,
    text: rule.textOf(diagnostic.part),
  }));

/** Checks a text (`*.fql`) as the kind it is (see `kindOfText`), and a rule file (YAML) as a whole; null for other YAML. */
export const checkFile = (file: FoundFile, asked: CheckRun, context: CliContext): Promise<CheckedFile | null> =>
  /\.ya?ml$/i.test(file.path) ? checkRuleFile(file, asked) : checkText(file, asked, context);
