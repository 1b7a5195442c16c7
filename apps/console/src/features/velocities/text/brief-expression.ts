const LONG = 16;

/** The end of a long path says what it is: `…merchantPaymentInstrumentId`. */
const briefPath = (path: string): string => {
  const last = path.slice(path.lastIndexOf('.') + 1);
  return path.length > LONG && last.length < path.length ? `…${last}` : path;
};

/** An expression as a card has room for it: attributes without sign and quotes, long paths by their last name. */
export const briefExpression = (expression: string): string =>
  expression
    .replace(/\s+/g, ' ')
    .replace(/@@?\s*(?:"([^"]*)"|'([^']*)')/g, (_all, double: string | undefined, single: string | undefined) =>
      briefPath(double ?? single ?? ''),
    );
