/** What storage needs of a logger; pino's own logger fits. */
export type Logger = {
  readonly info: (fields: object, message: string) => void;
  readonly warn: (fields: object, message: string) => void;
  readonly error: (fields: object, message: string) => void;
};

export const silentLogger: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
