/** Where the rows of a database list are kept. */
export const LIST_SOURCE_KINDS = ['postgresql', 'http'] as const;

/** The longest a look-up may take, and how long what it found may be used again. */
export const MAX_LIST_TIMEOUT_MS = 5000;
export const MAX_LIST_CACHE_SECONDS = 3600;

type Manner = {
  /** 1 to 5000. */
  readonly timeoutMs: number;
  /** How long an answer is used again on a node; 0 asks every time. */
  readonly cacheSeconds: number;
};

/** A table or view of a PostgreSQL database; its password is the secret. */
export type PostgresListSource = Manner & {
  readonly kind: 'postgresql';
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly schema: string;
  readonly table: string;
  /** Whether the connection is encrypted and the certificate of the server is checked. */
  readonly tls: boolean;
};

/**
 * An address that answers `GET <url>?column=…&key=…` with the row as a JSON object of texts, or with 404 or `null` where
 * there is none; the secret is its `Authorization` header.
 */
export type HttpListSource = Manner & { readonly kind: 'http'; readonly url: string };

export type ListSourceDefinition = PostgresListSource | HttpListSource;

/** What a secret was entered for: reading anything else with it needs it again. */
export const listSourceTarget = (source: ListSourceDefinition): string => {
  if (source.kind === 'http') return `http ${new URL(source.url).href}`;
  const { host, port, tls, user, database, schema, table } = source;
  return `postgresql ${JSON.stringify([host.toLowerCase(), port, tls, user, database, schema, table])}`;
};
