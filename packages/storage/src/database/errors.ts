const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** The SQLSTATE or system code an error carries. */
export const sqlState = (error: unknown): string | undefined => {
  const code = typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : undefined;
};

/**
 * True where the connection was lost or never made, so that it is unknown whether the last statement took effect.
 * 08: connection exceptions; 57P01–57P03: shut down, crashed, starting; 53300: too many connections.
 */
export const isConnectionLoss = (error: unknown): boolean => {
  const code = sqlState(error);
  if (code !== undefined) return CONNECTION_CODES.has(code) || /^(08|57P0|53300)/.test(code);
  return (
    error instanceof Error &&
    /connection terminated|timeout exceeded when trying to connect|not queryable|connection error/i.test(error.message)
  );
};
