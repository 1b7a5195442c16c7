/** Values a translated message may name. */
export type ErrorParams = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/**
 * An expected failure: something a caller did, or a state that is part of normal life.
 *
 * It carries a code from one closed union (see `domain/errors`), the parameters of its translated message and, where
 * there is one, the cause. Status, severity and reporting follow from the code in one table; nothing here knows HTTP.
 */
export class AppError<Code extends string = string> extends Error {
  override readonly name = 'AppError';
  readonly code: Code;
  readonly params: ErrorParams;

  constructor(code: Code, params: ErrorParams = {}, options?: ErrorOptions) {
    super(`${code} ${JSON.stringify(params)}`, options);
    this.code = code;
    this.params = params;
  }
}

export const isAppError = (value: unknown): value is AppError => value instanceof AppError;
