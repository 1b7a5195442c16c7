import type { LanguageVersion } from './language.ts';

/** How texts are read. `accept` reads typographic quotes as plain ones, with a warning (import of pasted rules). */
export type ParseOptions = { readonly typographicQuotes?: 'reject' | 'accept' };

/** How rules are checked; the newest version of the language where none is named. */
export type CheckOptions = ParseOptions & { readonly language?: LanguageVersion };
