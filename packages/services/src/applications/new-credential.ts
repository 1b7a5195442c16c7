import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { fail } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import type { NewCredential } from '@redoubt/storage';
import { hashSecret } from './secret-hash.ts';

const SECRET_BYTES = 32;
/** Enough to recognise a secret by, and 180 bits short of guessing it. */
const HINT_CHARACTERS = 4;

/** A new secret, known only to the caller, and what is kept of it. @param lifeDays null: without end. */
export const newSecret = (
  nowMs: number,
  lifeDays: number | null,
): { readonly secret: string; readonly credential: NewCredential } => {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return {
    secret,
    credential: {
      kind: 'Secret',
      value: hashSecret(secret),
      hint: secret.slice(0, HINT_CHARACTERS),
      notBefore: new Date(nowMs),
      notAfter: lifeDays === null ? null : new Date(nowMs + lifeDays * DAY_MS),
    },
  };
};

const MIN_RSA_BITS = 2048;
/** As OpenSSL names P-256. */
const CURVES = ['prime256v1'];

const parse = (text: string): X509Certificate => {
  try {
    return new X509Certificate(text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64'));
  } catch (error) {
    throw fail('APP-CERTIFICATE-UNREADABLE', {}, error);
  }
};

const isStrong = ({ publicKey }: X509Certificate): boolean => {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = publicKey;
  if (type === 'rsa') return (details?.modulusLength ?? 0) >= MIN_RSA_BITS;
  return type === 'ec' && CURVES.includes(details?.namedCurve ?? '');
};

/**
 * The public part of a certificate as a credential: PEM, or DER in base64. Its hint is the thumbprint that directories
 * show (SHA-1, only to recognise it by).
 *
 * @throws `APP-CERTIFICATE-UNREADABLE`, `APP-CERTIFICATE-WITH-KEY`, `APP-CERTIFICATE-EXPIRED`, and `APP-CERTIFICATE-WEAK`
 * for anything but RSA of 2048 bits or more and EC P-256.
 */
export const certificateCredential = (text: string, nowMs: number): NewCredential => {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) throw fail('APP-CERTIFICATE-WITH-KEY');
  const certificate = parse(text.trim());
  if (!isStrong(certificate)) throw fail('APP-CERTIFICATE-WEAK');
  const { validFromDate, validToDate, raw } = certificate;
  if (validToDate.getTime() <= nowMs) throw fail('APP-CERTIFICATE-EXPIRED');
  return {
    kind: 'Certificate',
    value: certificate.toString(),
    hint: createHash('sha1').update(raw).digest('hex').toUpperCase(),
    notBefore: validFromDate,
    notAfter: validToDate,
  };
};
