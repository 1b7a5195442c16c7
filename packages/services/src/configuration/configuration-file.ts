import { createHash } from 'node:crypto';
import type { DiagnosticCode } from '@redoubt/fql';

/** One file of a configuration: its path from the root, with `/`, and what stands in it. */
export type ConfigurationFile = { readonly path: string; readonly text: string };

/** Something that keeps a configuration from being taken in, and where it stands. */
export type ConfigurationProblem = {
  readonly path: string;
  /** Both count from 1; 0 where it is not about one line. */
  readonly line: number;
  readonly column: number;
  /** English, for the terminal and the log of a pipeline. */
  readonly message: string;
};

/** Something in a text that was taken in and is probably not what was meant, as the checker of the language says it. */
export type ConfigurationWarning = ConfigurationProblem & { readonly code: DiagnosticCode };

/** What no file system minds inside a name. */
const PLAIN = /^[\p{L}\p{M}\p{N}_ ,()-]$/u;
const MAX_NAME_BYTES = 180;

const encoded = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/**
 * The file a resource of this name is kept in: readable, and of its own for every name. What file systems treat in a
 * special way is written as in addresses, `%2f`; a name that would be too long ends with a hash of the whole. File systems
 * that ignore case tell the files apart, because names of resources never differ by case alone.
 */
export const fileNameOf = (name: string): string => {
  const whole = name.trim().normalize('NFC');
  const pieces = [...whole].map((character, at) =>
    PLAIN.test(character) || (character === '.' && at > 0) ? character : encoded(character),
  );
  const text = pieces.join('');
  if (Buffer.byteLength(text) <= MAX_NAME_BYTES) return text;
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, 12);
  let bytes = 0;
  const end = pieces.findIndex((piece) => (bytes += Buffer.byteLength(piece)) > MAX_NAME_BYTES - hash.length - 1);
  return `${pieces.slice(0, end).join('')}~${hash}`;
};
