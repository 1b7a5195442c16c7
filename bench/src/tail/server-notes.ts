import { appendFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import type { ServerNote } from './notes.ts';

/**
 * Loaded into the server before its own code (`--import`): notes collections of garbage of the deciding thread, and turns of
 * its event loop that came late, with the processor time that the thread had meanwhile. Writes lines of JSON to a file.
 */

const LOOK_EVERY_MS = 2;
/** Later than this is noted. */
const LATE_MS = 2;
const WRITE_EVERY_MS = 500;
const US_PER_MS = 1000;

const { BENCH_TAIL_NOTES: file } = process.env;

const watch = (path: string): void => {
  let notes: ServerNote[] = [];
  const wall = (ms: number): number => performance.timeOrigin + ms;

  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      notes.push({ what: 'collection', fromMs: wall(startTime), toMs: wall(startTime + duration) });
  }).observe({ entryTypes: ['gc'] });

  let lastMs = performance.now();
  let lastCpu = process.threadCpuUsage();
  setInterval(() => {
    const nowMs = performance.now();
    const cpu = process.threadCpuUsage(lastCpu);
    const lateMs = nowMs - lastMs - LOOK_EVERY_MS;
    if (lateMs > LATE_MS) {
      const ranMs = (cpu.user + cpu.system) / US_PER_MS;
      notes.push({ what: 'late', fromMs: wall(lastMs + LOOK_EVERY_MS), toMs: wall(nowMs), ranMs });
    }
    lastMs = nowMs;
    lastCpu = process.threadCpuUsage();
  }, LOOK_EVERY_MS).unref();

  setInterval(() => {
    const lines = notes.map((note) => `${JSON.stringify(note)}\n`).join('');
    notes = [];
    if (lines === '') return;
    try {
      appendFileSync(path, lines);
    } catch {
      // The bench has read its notes and removed them; the server goes on until it is stopped.
    }
  }, WRITE_EVERY_MS).unref();
};

if (isMainThread && file !== undefined) watch(file);
