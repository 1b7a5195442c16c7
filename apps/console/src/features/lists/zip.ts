import { strToU8, zipSync } from 'fflate';

/** The first day of the format, in local time as the format has it: what is packed twice is the same twice. */
const NO_DATE = new Date(1980, 0, 1);

export type ZipFile = { readonly name: string; readonly text: string };

/** File names that differ and that every system takes, in order. */
const namesOf = (files: readonly ZipFile[]): readonly string[] => {
  const taken = new Set<string>();
  return files.map(({ name }) => {
    const plain = name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_');
    let unique = plain;
    for (let again = 2; taken.has(unique.toLowerCase()); again++)
      unique = plain.replace(/(\.[^.]*)?$/, ` (${again})$1`);
    taken.add(unique.toLowerCase());
    return unique;
  });
};

/** Packs texts into one ZIP archive with names in UTF-8. */
export const zipOf = (files: readonly ZipFile[]): Blob => {
  const names = namesOf(files);
  const entries = files.map(({ text }, index) => [names[index] ?? '', strToU8(text)] as const);
  return new Blob([zipSync(Object.fromEntries(entries), { mtime: NO_DATE })], { type: 'application/zip' });
};
