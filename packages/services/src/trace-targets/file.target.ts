import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { TraceTargetError, type TraceTargetAdapter } from './trace-target.ts';

const MEGABYTE = 1024 * 1024;
/** The file that is written to. */
const CURRENT = 'events.ndjson';
const ROTATED = /^events-\d{8}T\d{9}Z(?:-\d+)?\.ndjson$/;
const FULL_DISK: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EIO']);

const failureOf = (error: unknown): TraceTargetError => {
  if (error instanceof TraceTargetError) return error;
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  const said = `The file cannot be written: ${code}.`;
  return new TraceTargetError(FULL_DISK.has(code) ? 'busy' : 'refused', said, { cause: error });
};

const stampOf = (atMs: number): string => new Date(atMs).toISOString().replaceAll(/[-:.]/g, '');

/**
 * Appends events as lines of JSON to `events.ndjson` in a folder of its own below the directory of the operator. A file that
 * has reached its size is renamed with the time; the oldest ones beyond the kept number are deleted. A batch is accepted once
 * the file is synchronised. What a crash left as half a line is ended by a line break before the next one.
 */
export const openFile: TraceTargetAdapter = (settings, _secrets, { directory, now }) => {
  const maxBytes = Number(settings['maxMegabytes']) * MEGABYTE;
  const keepFiles = Number(settings['keepFiles']);
  let opened: { readonly handle: FileHandle; bytes: number } | undefined;

  const folder = (): string => {
    if (directory === null)
      throw new TraceTargetError('settings', 'The operator set no directory for files: TRACE_DIRECTORY is empty.');
    return join(directory, String(settings['folder']));
  };

  const openCurrent = async (): Promise<{ readonly handle: FileHandle; bytes: number }> => {
    if (opened) return opened;
    await mkdir(folder(), { recursive: true });
    const handle = await open(join(folder(), CURRENT), 'a+');
    let { size: bytes } = await handle.stat();
    if (bytes > 0) {
      const last = Buffer.alloc(1);
      await handle.read(last, 0, 1, bytes - 1);
      if (last.toString() !== '\n') {
        await handle.appendFile('\n');
        bytes += 1;
      }
    }
    opened = { handle, bytes };
    return opened;
  };

  const closeCurrent = async (): Promise<void> => {
    const closing = opened;
    opened = undefined;
    await closing?.handle.close();
  };

  const rotate = async (): Promise<void> => {
    await closeCurrent();
    const stamp = stampOf(now());
    const names = new Set(await readdir(folder()));
    let name = `events-${stamp}.ndjson`;
    for (let more = 2; names.has(name); more += 1) name = `events-${stamp}-${more}.ndjson`;
    await rename(join(folder(), CURRENT), join(folder(), name));
    const rotated = [...names, name].filter((each) => ROTATED.test(each)).toSorted();
    for (const old of rotated.slice(0, Math.max(0, rotated.length - keepFiles))) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- seldom more than one
      await rm(join(folder(), old), { force: true });
    }
  };

  return {
    send: async (messages, signal) => {
      signal.throwIfAborted();
      try {
        const { bytes } = await openCurrent();
        if (bytes >= maxBytes) await rotate();
        const current = await openCurrent();
        const lines = messages.map(({ body }) => `${body}\n`).join('');
        await current.handle.appendFile(lines);
        await current.handle.datasync();
        current.bytes += Buffer.byteLength(lines);
      } catch (error) {
        // What was written of it is not known: the next attempt looks at the file again.
        await closeCurrent().catch(() => undefined);
        throw failureOf(error);
      }
    },
    check: async () => {
      try {
        await mkdir(folder(), { recursive: true });
        const probe = join(folder(), '.check');
        await (await open(probe, 'w')).close();
        await rm(probe, { force: true });
        const size = await stat(join(folder(), CURRENT)).then(
          (found) => found.size,
          () => 0,
        );
        return { folder: String(settings['folder']), bytes: String(size) };
      } catch (error) {
        throw failureOf(error);
      }
    },
    close: closeCurrent,
  };
};
