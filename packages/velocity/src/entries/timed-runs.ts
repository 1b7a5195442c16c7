import type { Aggregate } from '../aggregates.ts';
import { aggregateOfCode } from '../aggregates.ts';
import { EntrySlab, type EntryPage } from '../memory/entry-slab.ts';
import { aggregateCodeOf, type KeyTable, lengthOf, packRun, sizeClassOf, tagOf } from '../memory/key-table.ts';
import { EntryRuns } from './entry-runs.ts';
import { countOf, firstAfter, MERGED, UNORDERED, widthAt } from './run-bounds.ts';

/**
 * Runs with one entry for each second that had events, which hold a cumulative count: how many events there were up to
 * and including theirs. Past the largest run, old entries are merged within whole units of UTC.
 */
export abstract class TimedRuns extends EntryRuns {
  /** Adds an event to an entry; the event is of its last second, or of an earlier one. */
  protected abstract join(page: EntryPage, index: number, value: number, isLast: boolean, aggregate: Aggregate): void;

  /** Adds an event before them to what cumulative entries hold. */
  protected abstract raise(page: EntryPage, from: number, end: number, value: number): void;

  /** Makes the entry at `into` hold what it and the later one at `from` held. */
  protected abstract unite(page: EntryPage, into: number, from: number, aggregate: Aggregate): void;

  override add(table: KeyTable, slot: number, second: number, value: number): void {
    let word = table.word[slot] ?? 0;
    let run = table.run[slot] ?? 0;
    let page = this.slab.pageOf(run);
    let start = EntrySlab.indexOf(run);
    let last = start + lengthOf(word) - 1;
    const newest = page.seconds[last] ?? 0;
    if (second === newest) {
      page.counts[last] = (page.counts[last] ?? 0) + 1;
      this.join(page, last, value, true, aggregateOfCode(aggregateCodeOf(word)));
      return;
    }
    if (second < newest - this.keepS) return;
    if (lengthOf(word) === 1 << sizeClassOf(word)) {
      this.makeRoom(table, slot);
      word = table.word[slot] ?? 0;
      run = table.run[slot] ?? 0;
      page = this.slab.pageOf(run);
      start = EntrySlab.indexOf(run);
      last = start + lengthOf(word) - 1;
    }
    if (second < newest) {
      this.#addLate(table, slot, page, start, second, value);
      return;
    }
    page.seconds[last + 1] = second;
    this.begin(page, last + 1, last, value);
    table.word[slot] = word + 1;
  }

  #addLate(table: KeyTable, slot: number, page: EntryPage, start: number, second: number, value: number): void {
    const { seconds, counts } = page;
    const word = table.word[slot] ?? 0;
    let end = start + lengthOf(word);
    const index = firstAfter(seconds, start, lengthOf(word), second - 1);
    const found = seconds[index] ?? 0;
    const isMerged = ((counts[index] ?? 0) & MERGED) !== 0;
    // What is earlier in the hour of a merged entry may lie among its events: it becomes one of them.
    const joins = found === second || (isMerged && Math.floor(found / 3600) === Math.floor(second / 3600));
    if (joins) {
      counts[index] = ((counts[index] ?? 0) + 1) | (found === second ? 0 : UNORDERED);
      this.join(page, index, value, found === second, aggregateOfCode(aggregateCodeOf(word)));
    } else {
      EntryRuns.shift(page, index, end);
      end += 1;
      seconds[index] = second;
      this.begin(page, index, index > start ? index - 1 : -1, value);
      table.word[slot] = packRun(end - start, sizeClassOf(word), tagOf(word));
    }
    for (let later = index + 1; later < end; later += 1) counts[later] = (counts[later] ?? 0) + 1;
    this.raise(page, index + 1, end, value);
  }

  protected override merge(page: EntryPage, start: number, length: number, aggregate: Aggregate): number {
    const { seconds, counts, numbers } = page;
    const end = start + length;
    const newest = seconds[end - 1] ?? 0;
    let kept = start;
    let [width, bucket] = [0, 0];
    for (let index = start; index < end; index += 1) {
      const second = seconds[index] ?? 0;
      const ownWidth = widthAt(newest - second);
      const ownBucket = Math.floor(second / ownWidth);
      if (index > start && ownWidth > 1 && ownWidth === width && ownBucket === bucket) {
        this.unite(page, kept - 1, index, aggregate);
        seconds[kept - 1] = second;
        // Only what joined the first part of it may have come before its first event.
        counts[kept - 1] = ((counts[index] ?? 0) & ~UNORDERED) | MERGED | ((counts[kept - 1] ?? 0) & UNORDERED);
        continue;
      }
      [width, bucket] = [ownWidth, ownBucket];
      seconds[kept] = second;
      counts[kept] = counts[index] ?? 0;
      for (const column of numbers) column[kept] = column[index] ?? 0;
      kept += 1;
    }
    return kept - start;
  }

  /** Events of entries `from` to `until - 1`. */
  protected static eventsBetween({ counts }: EntryPage, start: number, from: number, until: number): number {
    const before = from > start ? countOf(counts[from - 1] ?? 0) : 0;
    return (until > start ? countOf(counts[until - 1] ?? 0) : 0) - before;
  }
}
