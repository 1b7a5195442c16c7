import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Seals what must be kept and never shown: AES-256-GCM under a key of the installation. */
export type SecretBox = {
  /** @param place what the secret belongs to; it opens nowhere else. */
  readonly seal: (secret: string, place: string) => string;
  /** Undefined for what was sealed with another key, for another place, or was damaged. */
  readonly open: (sealed: string, place: string) => string | undefined;
};

const FORMAT = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** @param installationKey behind the box's own key; with another one nothing opens. */
export const createSecretBox = (installationKey: string): SecretBox => {
  const key = Buffer.from(hkdfSync('sha256', installationKey, 'redoubt', 'sealed secrets', 32));
  return {
    seal: (secret, place) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place));
      const data = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${FORMAT}.${Buffer.concat([iv, cipher.getAuthTag(), data]).toString('base64url')}`;
    },
    open: (sealed, place) => {
      const [format, text = ''] = sealed.split('.');
      const bytes = Buffer.from(text, 'base64url');
      if (format !== FORMAT || bytes.length < IV_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return undefined;
      }
    },
  };
};
