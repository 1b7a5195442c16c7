import { readdir, readFile } from 'node:fs/promises';

/** Kernel clock ticks a second on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

type Stat = { readonly pid: number; readonly parentPid: number; readonly cpuMs: number };

/** Fields behind the name, which stands in parentheses and may hold blanks (`man 5 proc`). */
const readStat = async (pid: number): Promise<Stat | null> => {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
    return { pid, parentPid: Number(fields[1]), cpuMs: (ticks * 1000) / TICKS_PER_SECOND };
  } catch {
    return null;
  }
};

const allStats = async (): Promise<readonly Stat[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  return (await Promise.all(pids.map(readStat))).filter((stat) => stat !== null);
};

/** A process and, where asked, everything it started. */
const familyOf = async (pid: number): Promise<readonly Stat[]> => {
  const stats = await allStats();
  const family: Stat[] = stats.filter((stat) => stat.pid === pid);
  for (let index = 0; index < family.length; index += 1) {
    family.push(...stats.filter((stat) => stat.parentPid === family[index]?.pid));
  }
  return family;
};

/** Processor time used so far, children that ended included, in milliseconds. */
export const cpuMsOf = async (pid: number, withChildren: boolean): Promise<number> => {
  const family = withChildren ? await familyOf(pid) : [await readStat(pid)];
  return family.reduce((sum, stat) => sum + (stat?.cpuMs ?? 0), 0);
};

/** Memory of its own plus its part of what it shares, in bytes: shared buffers of PostgreSQL count once. */
export const memoryBytesOf = async (pid: number, withChildren: boolean): Promise<number> => {
  const pids = withChildren ? (await familyOf(pid)).map((stat) => stat.pid) : [pid];
  let total = 0;
  for (const each of pids) {
    const text = await readFile(`/proc/${each}/smaps_rollup`, 'utf8').catch(() => '');
    total += Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
  }
  return total;
};
