import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '@redoubt/kernel';

/** SHA-256, in hexadecimal, of the canonical text of a value. */
export const contentHash = (value: Json): string => createHash('sha256').update(canonicalJson(value)).digest('hex');
