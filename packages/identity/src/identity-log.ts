/** The part of a structured logger that this package writes to; pino's fits. */
export type IdentityLog = {
  readonly info: (facts: object, message: string) => void;
  readonly error: (facts: object, message: string) => void;
};
