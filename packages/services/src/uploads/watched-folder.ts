import type { Id } from '@redoubt/kernel';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the folder as it is now. */
export type FolderFile = { readonly name: string; readonly sizeBytes: number; readonly modifiedAt: Date };

/**
 * The folder of an environment below the directory of the operator. People choose no part of it: ids alone are in it, so that no
 * tenant reaches the files of another.
 */
export const watchedFolder = (
  directory: string,
  { tenantId, environmentId }: { readonly tenantId: Id; readonly environmentId: Id },
): string => join(directory, tenantId, environmentId);

/** Makes the folder, so that files can be put there; where the directory is read-only it is for the operator to make. */
export const makeWatchedFolder = (folder: string): Promise<boolean> =>
  mkdir(folder, { recursive: true, mode: 0o750 }).then(
    () => true,
    () => false,
  );

/**
 * Whole files of the folder, the oldest first. Links, folders and empty files are left out; so is everything where the folder
 * itself is reached by a link. Null where it cannot be read.
 */
export const listFolder = async (
  directory: string,
  place: { readonly tenantId: Id; readonly environmentId: Id },
): Promise<readonly FolderFile[] | null> => {
  const folder = watchedFolder(directory, place);
  try {
    if ((await realpath(folder)) !== watchedFolder(await realpath(directory), place)) return null;
    const entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
    const files: FolderFile[] = [];
    for (const { name } of entries) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- a folder holds many
      const found = await lstat(join(folder, name)).catch(() => undefined);
      if (found?.isFile() && found.size > 0) files.push({ name, sizeBytes: found.size, modifiedAt: found.mtime });
    }
    return files.toSorted(
      (one, other) => one.modifiedAt.getTime() - other.modifiedAt.getTime() || one.name.localeCompare(other.name),
    );
  } catch {
    return null;
  }
};

/** The content of a file in pieces of a size; what is a link by now is not opened. */
export async function* pieces(path: string, pieceBytes: number): AsyncGenerator<Buffer> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    for (;;) {
      const piece = Buffer.alloc(pieceBytes);
      let filled = 0;
      while (filled < pieceBytes) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one piece is held at a time
        const { bytesRead } = await handle.read(piece, filled, pieceBytes - filled, null);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      if (filled > 0) yield piece.subarray(0, filled);
      if (filled < pieceBytes) return;
    }
  } finally {
    await handle.close();
  }
}

const HASH_BYTES = 1024 * 1024;

/** SHA-256 of a file as hexadecimal digits; undefined where it went away or was aborted. */
export const hashOfFile = async (path: string, signal: AbortSignal): Promise<string | undefined> => {
  const hash = createHash('sha256');
  try {
    for await (const piece of pieces(path, HASH_BYTES)) {
      if (signal.aborted) return undefined;
      hash.update(piece);
    }
  } catch {
    return undefined;
  }
  return hash.digest('hex');
};
