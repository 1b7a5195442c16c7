import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout, wherever the command was called from. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** @param {...string} parts */
export const at = (...parts) => join(ROOT, ...parts);

/** The Node this repository pins; the machine's own runs nothing but the bootstrap. */
export const PINNED_NODE = at('node_modules', '.bin', 'node');
