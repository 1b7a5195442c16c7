/** The token of an `Authorization` header with the scheme `Bearer` (RFC 6750, section 2.1); undefined where there is none. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
