import { createHash, X509Certificate } from 'node:crypto';
import type { Clock } from '@redoubt/kernel';
import { decodeProtectedHeader, importX509, jwtVerify, type JWTHeaderParameters } from 'jose';
import type { RegisteredApplication } from './application-directory.ts';
import { TokenError } from './token-error.ts';

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const ALGORITHMS = ['RS256', 'PS256', 'ES256'];
const CLOCK_TOLERANCE_S = 60;
/** Entra ID advises ten minutes; a day is the longest an honest client would sign for. */
const MAX_AGE_S = 86_400;
const MAX_REMEMBERED = 10_000;

const digest = (algorithm: 'sha1' | 'sha256', der: Buffer): string =>
  createHash(algorithm).update(der).digest('base64url');

const matchesHeader = (pem: string, header: JWTHeaderParameters): boolean => {
  const { raw } = new X509Certificate(pem);
  if (typeof header['x5t#S256'] === 'string') return header['x5t#S256'] === digest('sha256', raw);
  if (typeof header.x5t === 'string') return header.x5t === digest('sha1', raw);
  return true;
};

export type AssertionVerifier = (
  application: RegisteredApplication,
  assertion: string,
  audiences: readonly string[],
) => Promise<void>;

/**
 * Checks the signed assertion of a certificate client (RFC 7523): signed by a certificate on record, issued by and about
 * the client, meant for this endpoint, in force, and not seen before where it carries an id.
 */
export const createAssertionVerifier = (clock: Clock): AssertionVerifier => {
  const seenUntilMs = new Map<string, number>();

  const refuseReplay = (clientId: string, id: string | undefined, expiresAtMs: number): void => {
    if (id === undefined) return;
    const key = `${clientId} ${id}`;
    if ((seenUntilMs.get(key) ?? 0) > clock.now())
      throw new TokenError('invalid_client', 'The assertion was used before.');
    if (seenUntilMs.size >= MAX_REMEMBERED) {
      for (const [other, untilMs] of seenUntilMs) if (untilMs <= clock.now()) seenUntilMs.delete(other);
      const oldest = seenUntilMs.keys().next();
      if (seenUntilMs.size >= MAX_REMEMBERED && !oldest.done) seenUntilMs.delete(oldest.value);
    }
    seenUntilMs.set(key, expiresAtMs);
  };

  return async (application, assertion, audiences) => {
    try {
      const header = decodeProtectedHeader(assertion) as JWTHeaderParameters;
      const certificate = (application.certificates ?? []).find((pem) => matchesHeader(pem, header));
      if (certificate === undefined)
        throw new TokenError('invalid_client', 'The assertion is signed by no certificate on record.');
      const nowMs = clock.now();
      const { validFromDate, validToDate } = new X509Certificate(certificate);
      if (nowMs < validFromDate.getTime() || nowMs > validToDate.getTime()) {
        throw new TokenError('invalid_client', 'The certificate is not in force.');
      }
      const { payload } = await jwtVerify(assertion, await importX509(certificate, header.alg), {
        issuer: application.clientId,
        subject: application.clientId,
        audience: [...audiences],
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(nowMs),
        requiredClaims: ['exp'],
      });
      const expiresAtMs = ((payload.exp ?? 0) + CLOCK_TOLERANCE_S) * 1000;
      if (expiresAtMs - nowMs > MAX_AGE_S * 1000)
        throw new TokenError('invalid_client', 'The assertion lives too long.');
      refuseReplay(application.clientId, payload.jti, expiresAtMs);
    } catch (error) {
      if (error instanceof TokenError) throw error;
      throw new TokenError('invalid_client', 'The client assertion is not valid.', { cause: error });
    }
  };
};
