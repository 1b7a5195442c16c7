import type { Language } from './languages.ts';

/** Names, code and abbreviations no language translates. */
const EVERYWHERE = ['JSON', 'UTC', 'RETURN Review("REASON") WHEN …', 'Payload', 'Status'] as const;

/**
 * Texts that are rightly the same as in English, by language: words both languages share. Everything else that equals
 * English was forgotten; the catalogue test says so.
 */
export const SAME_IN: Readonly<Record<Exclude<Language, 'en-US'>, readonly string[]>> = {
  'de-DE': [...EVERYWHERE, 'Code', 'Name', 'Navigation', 'Support', 'Version {{version}}'],
  'es-ES': [...EVERYWHERE, 'Error', 'Total', 'error', 'variable'],
  'fr-FR': [
    ...EVERYWHERE,
    'Action',
    'Actions',
    'Active',
    'Applications',
    'Clause {{index}}',
    'Clauses',
    'Code',
    'Condition',
    'Description',
    'Inactive',
    'Information',
    'Navigation',
    'Notifications',
    'Page',
    'Support',
    'Total',
    'Version {{version}}',
    'variable',
    '{{count}} clause',
    '{{count}} clauses',
    '{{status}}, version {{version}}',
  ],
  'it-IT': [...EVERYWHERE, 'Output', 'array'],
  'nl-NL': [...EVERYWHERE, 'Code', 'Filters', 'Support', 'array', 'object'],
  'pt-BR': [...EVERYWHERE, 'Total'],
  'da-DK': [
    ...EVERYWHERE,
    'Navigation',
    'Output',
    'Support',
    'Upload',
    'Version {{version}}',
    'array',
    '{{status}}, version {{version}}',
  ],
};
