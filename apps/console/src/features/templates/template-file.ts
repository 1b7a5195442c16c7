import type { EnvironmentTemplateFile, RuleTemplateFile } from '@redoubt/contracts';
import { parseJson } from '../../shared/authoring/sample/json-place.ts';
import { saveFile } from '../../shared/files/read-file.ts';

/** Most bytes of a template file: what the server takes in one request. */
export const MAX_TEMPLATE_FILE_BYTES = 10_000_000;

/** What was read of a chosen file: its content, or why there is none. */
export type ReadTemplate =
  | { readonly kind: 'file'; readonly content: unknown }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'notJson'; readonly line: number; readonly column: number };

/** Reads a chosen file; whether it is a template is for the server to say. */
export const readTemplateFile = async (file: File): Promise<ReadTemplate> => {
  if (file.size > MAX_TEMPLATE_FILE_BYTES) return { kind: 'tooLarge' };
  const { value, problem } = parseJson(await file.text());
  return problem === null
    ? { kind: 'file', content: value }
    : { kind: 'notJson', line: problem.line, column: problem.column };
};

type TemplateFile = RuleTemplateFile | EnvironmentTemplateFile;

/** What the file of a template is called. */
export const templateFileName = ({ name, type }: Pick<TemplateFile, 'name' | 'type'>): string =>
  `${name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')}.${type}.json`;

/** Offers the file of a template to save: one member a line, so that it reads well in version control. */
export const saveTemplate = (file: TemplateFile): void =>
  saveFile(templateFileName(file), new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }));
