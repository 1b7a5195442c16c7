/** The audience that a token is issued for when a client names a resource; undefined for a foreign one. */
export type FindAudience = (resource: string) => string | undefined;

const urlOf = (resource: string): URL | undefined => {
  try {
    return new URL(resource);
  } catch {
    return undefined;
  }
};

/**
 * Clients name what they want to call in several ways: an audience as it is configured, an API endpoint of an environment
 * (`https://<name>-<tenant id>.<host of an audience>`), or an address below one of these. All mean this service; the
 * token carries the audience, never what the client wrote.
 */
export const audienceFinder = (audiences: readonly string[]): FindAudience => {
  const byName = new Map(audiences.map((audience) => [audience.replace(/\/+$/, '').toLowerCase(), audience]));
  const byHost = new Map(
    audiences.flatMap((audience) => {
      const url = urlOf(audience);
      return url === undefined || url.host === '' ? [] : [[url.host, { audience, protocol: url.protocol }] as const];
    }),
  );
  return (resource) => {
    const known = byName.get(resource.replace(/\/+$/, '').toLowerCase());
    if (known !== undefined) return known;
    const url = urlOf(resource);
    if (url === undefined || url.username !== '' || url.password !== '') return undefined;
    const found = byHost.get(url.host) ?? byHost.get(url.host.slice(url.host.indexOf('.') + 1));
    return found?.protocol === url.protocol ? found.audience : undefined;
  };
};
