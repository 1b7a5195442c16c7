import { invariant } from '@redoubt/kernel';
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

const boxOf = (installationKey: string): SecretBox => {
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

/** @param keys behind the box's own: the first one seals, each opens; with another one nothing opens. */
export const createSecretBox = (keys: string | readonly string[]): SecretBox => {
  const boxes = [keys].flat().map(boxOf);
  return {
    seal: (secret, place) => {
      const [first] = boxes;
      invariant(first, 'a box has a key');
      return first.seal(secret, place);
    },
    open: (sealed, place) => {
      for (const box of boxes) {
        const secret = box.open(sealed, place);
        if (secret !== undefined) return secret;
      }
      return undefined;
    },
  };
};
