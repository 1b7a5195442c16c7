import type { Severity } from './diagnostic.ts';

type Entry = { readonly severity: Severity; readonly message: string };

/**
 * Every problem a text can have: stable code, severity and English message. `{name}` is filled from the parameters of
 * the diagnostic; screens translate the code with the same parameters.
 */
export const DIAGNOSTICS = {
  'FQL-SYNTAX': { severity: 'error', message: 'Expected {expected} but found {found}.' },
} as const satisfies Record<string, Entry>;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;
export const DIAGNOSTIC_CODES = Object.keys(DIAGNOSTICS) as readonly DiagnosticCode[];
