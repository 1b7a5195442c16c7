import { PatternProblem, type PatternReason } from './problems.ts';

/** Options that hold for a part of a pattern: `(?i)`, `(?m)`, `(?s)`, `(?x)`; `(?n)` changes no match. */
export type PatternOptions = {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly singleline: boolean;
  readonly ignoreBlanks: boolean;
};

export const NO_OPTIONS: PatternOptions = {
  ignoreCase: false,
  multiline: false,
  singleline: false,
  ignoreBlanks: false,
};

/** A pattern and how far it was read, in UTF-16 units. */
export class PatternReader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** The next unit, or the one after `ahead` others; empty text past the end. */
  peek(ahead = 0): string {
    return this.text[this.at + ahead] ?? '';
  }

  take(): string {
    const unit = this.peek();
    this.at += 1;
    return unit;
  }

  /** Takes the text if it comes next. */
  takeIf(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  /** Takes what a sticky expression matches here; undefined where it does not. */
  takeMatch(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.at;
    const match = sticky.exec(this.text) ?? undefined;
    if (match) this.at += match[0].length;
    return match;
  }

  /** A problem about the text read since `from`. */
  problem(reason: PatternReason, from = this.at): PatternProblem {
    return new PatternProblem(reason, this.text.slice(from, Math.max(this.at, from)));
  }

  /** Goes over `(?#…)`, and blanks and `# …` where these are ignored. */
  skipBlanks({ ignoreBlanks }: PatternOptions): void {
    for (;;) {
      if (ignoreBlanks) this.takeMatch(/(?:[\t\n\f\r ]+|#[^\n]*)+/uy);
      if (!this.text.startsWith('(?#', this.at)) return;
      const end = this.text.indexOf(')', this.at);
      if (end < 0) throw this.problem('comment');
      this.at = end + 1;
    }
  }
}
