import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Machine } from './machine.ts';

/** Adds rows to a table of `bench/results`, which begins with the head; gives them as they stand in the file. */
export const appendResults = async (
  directory: string,
  file: string,
  head: string,
  rows: readonly (readonly string[])[],
): Promise<string> => {
  const table = join(directory, file);
  await mkdir(directory, { recursive: true });
  const isThere = await readFile(table, 'utf8').then(
    () => true,
    () => false,
  );
  if (!isThere) await writeFile(table, head);
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  await appendFile(table, `${lines}\n`);
  return lines;
};

/** A table of `bench/results` that stands with others in one file. */
export type ResultSection = {
  readonly file: string;
  /** First line of the file. */
  readonly title: string;
  /** Its heading of the second level, without the signs. */
  readonly heading: string;
  /** From below the heading to the line under the names of the columns. */
  readonly head: string;
};

/** A text with lines at the end of one of its sections; the section is put at the end where it is missing. */
export const withRows = (text: string, { heading, head }: ResultSection, lines: string): string => {
  const line = `## ${heading}\n`;
  const at = `\n${text}`.indexOf(`\n${line}`);
  if (at === -1) return `${text.trimEnd()}\n\n${line}\n${head.trim()}\n${lines}\n`;
  const next = text.indexOf('\n## ', at + line.length);
  const end = next === -1 ? text.length : next;
  return `${text.slice(0, end).trimEnd()}\n${lines}\n${text.slice(end)}`;
};

/** Adds a run to one section of a file, a row for each figure: run, machine, what, figure, load. Gives the rows. */
export const appendFigures = (
  directory: string,
  section: ResultSection,
  { at, machine }: { readonly at: string; readonly machine: Machine },
  figures: readonly (readonly [what: string, figure: string])[],
): Promise<string> => {
  const run = [`${at.slice(0, 10)}-${machine.commit}`, `${machine.cores} × ${machine.cpu}`];
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return appendToSection(
    directory,
    section,
    figures.map(([what, figure]) => [...run, what, figure, load]),
  );
};

/** Adds rows to one section of a file; gives them as they stand in the file. */
export const appendToSection = async (
  directory: string,
  section: ResultSection,
  rows: readonly (readonly string[])[],
): Promise<string> => {
  const path = join(directory, section.file);
  await mkdir(directory, { recursive: true });
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return `${section.title}\n`;
    throw error;
  });
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  await writeFile(path, withRows(text, section, lines));
  return lines;
};
