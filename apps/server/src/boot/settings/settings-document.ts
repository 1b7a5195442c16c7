import { IDENTITY_SETTINGS } from '@redoubt/identity';
import { settingsSchema } from './settings.ts';

type Row = { readonly name: string; readonly purpose: string; readonly fallback: string };

/** Values that read as they are written; a map of names, which is empty where it is absent, does not. */
const isPlain = (value: unknown): value is string | number | boolean | readonly string[] =>
  ['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value);

const serverRows = (): Row[] =>
  Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined).data;
    return { name, purpose: schema.description ?? '', fallback: isPlain(fallback) ? String(fallback) : '' };
  });

const table = (rows: readonly Row[]): string =>
  [
    '| Variable | Meaning | When absent |',
    '| --- | --- | --- |',
    ...rows.map((row) => `| \`${row.name}\` | ${row.purpose} | ${row.fallback} |`),
  ].join('\n');

/** The operator's page about settings, written from the tables the server reads; a test keeps the two equal. */
export const settingsDocument = (): string => `# Settings

Environment variables of \`npm start\`. The server refuses to start with one sentence for each value it cannot use.

## Server

${table(serverRows())}

## Sign-in and tokens

${table(IDENTITY_SETTINGS)}
`;
