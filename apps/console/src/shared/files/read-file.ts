import { MAX_LIST_BYTES } from '@redoubt/contracts';
import { decodeText, type TextEncoding } from '@redoubt/domain';

export type FileProblem = 'tooLarge' | 'notUtf8' | 'empty';
export type ReadFile =
  | { readonly kind: 'text'; readonly name: string; readonly csv: string; readonly encoding: TextEncoding }
  | { readonly kind: 'problem'; readonly problem: FileProblem };

/** The text of a chosen file, checked for size and encoding before anything is sent. */
export const readCsvFile = async (file: File): Promise<ReadFile> => {
  if (file.size >= MAX_LIST_BYTES) return { kind: 'problem', problem: 'tooLarge' };
  if (file.size === 0) return { kind: 'problem', problem: 'empty' };
  const decoded = decodeText(new Uint8Array(await file.arrayBuffer()));
  return decoded === null
    ? { kind: 'problem', problem: 'notUtf8' }
    : { kind: 'text', name: file.name, csv: decoded.text, encoding: decoded.encoding };
};

/** A name for a list made from the name of its file: without folder, extension and what a name may not hold. */
export const nameFromFile = (fileName: string): string =>
  fileName
    .replace(/^.*[\\/]/, '')
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[\p{Cc}"\\]/gu, '')
    .trim()
    .slice(0, 60);

/** Offers a file to save. */
export const saveFile = (fileName: string, content: Blob): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
};

/** Offers a text as a file to save. */
export const saveCsv = (fileName: string, csv: string): void =>
  saveFile(fileName, new Blob([csv], { type: 'text/csv;charset=utf-8' }));
