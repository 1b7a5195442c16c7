/**
 * Something the person at the keyboard can act on. Its message is printed as it stands: what is wrong, where, and what
 * to do about it; the process ends with `exitCode`.
 */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: number;

  constructor(message: string, options: ErrorOptions & { readonly exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = options.exitCode ?? 1;
  }
}

/** Exit code of a program ended by Ctrl-C, as shells expect it. */
export const EXIT_INTERRUPTED = 130;
