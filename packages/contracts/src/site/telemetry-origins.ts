/** Where Application Insights receives when the connection string names no address of its own. */
const DEFAULT_INGESTION = 'https://dc.services.visualstudio.com';

const parts = (connectionString: string): ReadonlyMap<string, string> =>
  new Map(
    connectionString.split(';').flatMap((part) => {
      const at = part.indexOf('=');
      return at < 1 ? [] : [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()] as const];
    }),
  );

/** The one origin telemetry of a connection string goes to; null without one or where it names no address. */
export const telemetryOrigin = (connectionString: string | null): string | null => {
  if (connectionString === null) return null;
  const address = parts(connectionString).get('ingestionendpoint') ?? DEFAULT_INGESTION;
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? new URL(address).origin : null;
};
