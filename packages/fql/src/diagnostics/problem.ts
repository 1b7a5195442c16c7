import type { PartId } from '../program/source.ts';
import type { Span } from '../program/span.ts';
import { DIAGNOSTICS, type DiagnosticCode, type Severity } from './codes.ts';
import type { Diagnostic, DiagnosticFix } from './diagnostic.ts';

/** Problems reported for one text; a text with more of them is not a rule. */
export const MAX_PROBLEMS = 50;

const GRADES: readonly Severity[] = ['error', 'warning', 'hint'];

const severityOf = ({ code, severity }: { readonly code: DiagnosticCode; readonly severity?: Severity }): Severity =>
  severity ?? DIAGNOSTICS[code].severity;

export type Params = Readonly<Record<string, string>>;

/** A problem as a pass finds it, before it is known which part of a rule the text is. */
export type Problem = Span & {
  readonly code: DiagnosticCode;
  readonly params: Params;
  readonly severity?: Severity;
  readonly fix?: DiagnosticFix;
  /** Whether the whole text reads without a syntax error once the fix is taken. */
  readonly repairs?: true;
};

/** Problems of one grade that are kept of one text: finding repeats compares each with all. */
const MAX_KEPT = 200;

/** Problems as they are found, with an end to their number: warnings never crowd errors out. */
export class ProblemList {
  readonly #problems: Problem[] = [];
  readonly #left: Record<Severity, number> = { error: MAX_KEPT, warning: MAX_KEPT, hint: MAX_KEPT };

  constructor(first: readonly Problem[]) {
    for (const problem of first) this.add(problem);
  }

  get all(): readonly Problem[] {
    return this.#problems;
  }

  add(problem: Problem): void {
    const severity = severityOf(problem);
    if (this.#left[severity] <= 0) return;
    this.#left[severity] -= 1;
    this.#problems.push(problem);
  }
}

/** The first of each grade, the graver before the lighter, in their order: a cut never hides an error. */
export const mostTelling = <Found extends { readonly code: DiagnosticCode; readonly severity?: Severity }>(
  problems: readonly Found[],
): readonly Found[] => {
  if (problems.length <= MAX_PROBLEMS) return problems;
  const kept = new Set(
    GRADES.flatMap((grade) => problems.filter((each) => severityOf(each) === grade)).slice(0, MAX_PROBLEMS),
  );
  return problems.filter((problem) => kept.has(problem));
};

export type Report = (problem: Problem) => void;

export const replaceFix = (span: Span, insert: string): DiagnosticFix => ({
  label: 'FIX-REPLACE',
  params: { text: insert },
  edits: [{ from: span.from, to: span.to, insert }],
});

export const removeFix = (span: Span, text: string): DiagnosticFix => ({
  label: 'FIX-REMOVE',
  params: { text },
  edits: [{ from: span.from, to: span.to, insert: '' }],
});

export const insertFix = (at: number, insert: string): DiagnosticFix => ({
  label: 'FIX-INSERT',
  params: { text: insert },
  edits: [{ from: at, to: at, insert }],
});

const fillIn = (message: string, params: Params): string =>
  message.replace(/\{(\w+)\}/g, (placeholder, name: string) => params[name] ?? placeholder);

/** Adds part, line, column and message, and puts the problems in text order. */
export const locate = (part: PartId, text: string, problems: readonly Problem[]): readonly Diagnostic[] => {
  if (problems.length === 0) return [];
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return problems
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
    .map((problem) => {
      const from = Math.min(problem.from, text.length);
      const lineIndex = lineStarts.findLastIndex((start) => start <= from);
      const entry = DIAGNOSTICS[problem.code];
      return {
        code: problem.code,
        severity: problem.severity ?? entry.severity,
        part,
        from,
        to: Math.min(Math.max(problem.to, from), text.length),
        line: lineIndex + 1,
        column: from - (lineStarts[lineIndex] ?? 0) + 1,
        params: problem.params,
        message: fillIn(entry.message, problem.params),
        ...(problem.fix ? { fix: problem.fix } : {}),
      };
    });
};

export const hasError = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some((diagnostic) => diagnostic.severity === 'error');
