/** What is wrong with a text that is to be PEM. */
export type PemProblem = 'isNoPem' | 'holdsKey' | 'isEncrypted';

const CONTENT = String.raw`[A-Za-z0-9+/=\s]+`;
const CERTIFICATES = new RegExp(`-----BEGIN CERTIFICATE-----${CONTENT}-----END CERTIFICATE-----`, 'g');
/** PKCS #8, or the older forms of RSA and EC. */
const KEY = new RegExp(`-----BEGIN (|RSA |EC )PRIVATE KEY-----${CONTENT}-----END \\1PRIVATE KEY-----`);

/** Tools write names and parameters beside the blocks; they do no harm. */
const countOf = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

/** What is wrong with certificates in PEM, the caller's first; null where nothing is. */
export const certificateProblem = (text: string): PemProblem | null => {
  if (text.includes('PRIVATE KEY-----')) return 'holdsKey';
  const blocks = countOf(text, CERTIFICATES);
  return blocks > 0 && blocks === countOf(text, /-----BEGIN/g) ? null : 'isNoPem';
};

/** What is wrong with a private key in PEM; null where nothing is. */
export const privateKeyProblem = (text: string): PemProblem | null => {
  if (/ENCRYPTED PRIVATE KEY-----|^Proc-Type:.*ENCRYPTED/m.test(text)) return 'isEncrypted';
  return KEY.test(text) ? null : 'isNoPem';
};
