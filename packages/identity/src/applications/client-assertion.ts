import { createHash, X509Certificate } from 'node:crypto';
import type { Clock } from '@redoubt/kernel';
import { decodeProtectedHeader, importX509, jwtVerify, type JWTHeaderParameters, type JWTPayload } from 'jose';
import type { ApplicationDirectory, RegisteredApplication } from './application-directory.ts';
import { TokenError } from './token-error.ts';

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const ALGORITHMS = ['RS256', 'PS256', 'ES256'];
const CLOCK_TOLERANCE_S = 60;
/** Entra ID advises ten minutes; a day is the longest an honest client would sign for. */
const MAX_AGE_S = 86_400;

/** Ids longer than this are kept by their hash. */
const MAX_ID_CHARACTERS = 100;

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

/** What tells an assertion from others: its id, else what was signed; a signature itself can be written differently. */
const assertionId = (assertion: string, id: string | undefined): string => {
  if (id !== undefined && id.length <= MAX_ID_CHARACTERS) return `id ${id.toWellFormed().replaceAll('\0', '\uFFFD')}`;
  return `hash ${digest('sha256', Buffer.from(id ?? assertion.slice(0, assertion.lastIndexOf('.'))))}`;
};

/**
 * Checks the signed assertion of a certificate client (RFC 7523): signed by a certificate on record, issued by and about
 * the client, meant for this endpoint, in force, and not used before.
 */
export const createAssertionVerifier = (clock: Clock, spend: ApplicationDirectory['spend']): AssertionVerifier => {
  const verifyWith = async (
    certificate: string,
    { clientId }: RegisteredApplication,
    assertion: string,
    audiences: readonly string[],
  ): Promise<JWTPayload> => {
    const { alg } = decodeProtectedHeader(assertion) as JWTHeaderParameters;
    const { payload } = await jwtVerify(assertion, await importX509(certificate, alg), {
      issuer: clientId,
      subject: clientId,
      audience: [...audiences],
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: new Date(clock.now()),
      requiredClaims: ['exp'],
    });
    return payload;
  };

  const isCertificateInForce = (certificate: string): boolean => {
    const { validFromDate, validToDate } = new X509Certificate(certificate);
    return clock.now() >= validFromDate.getTime() && clock.now() <= validToDate.getTime();
  };

  /** By the certificate the header names; one that names none may be signed by any of them. */
  const verify: (...asked: Parameters<AssertionVerifier>) => Promise<JWTPayload> = async (
    application,
    assertion,
    audiences,
  ) => {
    try {
      const header = decodeProtectedHeader(assertion) as JWTHeaderParameters;
      const named = (application.certificates ?? []).filter((pem) => matchesHeader(pem, header));
      if (named.length === 0)
        throw new TokenError('invalid_client', 'The assertion is signed by no certificate on record.');
      const inForce = named.filter(isCertificateInForce);
      if (inForce.length === 0) throw new TokenError('invalid_client', 'The certificate is not in force.');
      return await Promise.any(
        inForce.map((certificate) => verifyWith(certificate, application, assertion, audiences)),
      );
    } catch (error) {
      if (error instanceof TokenError) throw error;
      throw new TokenError('invalid_client', 'The client assertion is not valid.', { cause: error });
    }
  };

  return async (application, assertion, audiences) => {
    const { exp, jti } = await verify(application, assertion, audiences);
    const expiresAtMs = ((exp ?? 0) + CLOCK_TOLERANCE_S) * 1000;
    if (expiresAtMs - clock.now() > MAX_AGE_S * 1000)
      throw new TokenError('invalid_client', 'The assertion lives too long.');
    const { tenantId, clientId } = application;
    const isNew = await spend({ tenantId, clientId, id: assertionId(assertion, jti), expiresAtMs });
    if (!isNew) throw new TokenError('invalid_client', 'The assertion was used before.');
  };
};
