import { encodeSearchCursor, readSearchPlaces, readSegmentsOf, type SearchQuery } from '@redoubt/storage';
import { reading } from '../unit-of-work.ts';
import { rest, ScanTally, shareOfRange, type ScanPlace, type Scanned } from './scan-budget.ts';

/** Candidates of one step: of the first, so that something is found soon, and later. */
const FIRST_STEP = 50;
const STEP = 250;

/** Asks the condition of the events that an index leads to, newest first. */
export const scanByIndex = async (scan: ScanPlace, query: SearchQuery): Promise<Scanned> => {
  const { context, scope, thread, budget } = scan;
  const tally = new ScanTally();
  const rows: Scanned['rows'][number][] = [];
  let { cursor } = scan;
  for (let limit = FIRST_STEP; ; limit = STEP) {
    const startedMs = performance.now();
    const { candidates, segments } = await reading(context, async (trx) => {
      const candidates = await readSearchPlaces(trx, scope, { ...query, cursor, limit });
      return { candidates, segments: candidates.length === 0 ? [] : await readSegmentsOf(trx, candidates) };
    });
    const positions = new Set(candidates.map(({ position }) => position));
    const findings = segments.length === 0 ? undefined : await thread.ask(segments, positions);
    if (findings) tally.add(findings);
    const found = new Set(findings?.found.map(({ position }) => position));
    const hits = candidates.filter(({ position }) => found.has(position));
    const kept = hits.slice(0, budget.limit - rows.length);
    rows.push(...kept.map(({ row }) => row));
    const isCut = kept.length < hits.length;
    const last = isCut ? kept.at(-1) : candidates.at(-1);
    if ((candidates.length < limit && !isCut) || last === undefined)
      return { rows, nextCursor: null, share: 1, ...tally.result };
    cursor = encodeSearchCursor(last);
    if (rows.length >= budget.limit || budget.isSpent(rows.length)) {
      const share = shareOfRange(query, last.eventTimeMs, context.clock.now());
      return { rows, nextCursor: cursor, share, ...tally.result };
    }
    await rest(performance.now() - startedMs);
  }
};
