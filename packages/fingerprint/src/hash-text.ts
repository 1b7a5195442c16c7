import { murmurX64Hash128 } from '@fingerprintjs/fingerprintjs';

/** 128 bits that stand for a text. */
export const hashText = (text: string): string => (text === '' ? '' : murmurX64Hash128(text));
