import { after, type Events } from './events.ts';
import { isOnlyCounted, type Nodes } from './nodes.ts';
import type { WordPages } from './word-pages.ts';

/** Neighbours are counted up to this many: the answer is then "at least". */
export const MOST_NEIGHBOURS = 250;
/** Values of a component are counted up to this many. */
export const MOST_VALUES = 250;
export const MOST_HOPS = 3;
/** The answer where no fraud is within `MOST_HOPS`. */
export const NO_FRAUD_NEAR = MOST_HOPS + 1;
/** A value that more events of the window hold leads nowhere: the address of a mobile network, the e-mail of a till. */
export const HUB_EVENTS = 100;
/** Places that one read may look at; past it the answer is not known. A count, no time: a replay comes to the same. */
export const MOST_PLACES = 4000;

/** What a read begins with: `start` is 0 for a value that no event holds and no label names. */
export type ReadFrom = {
  readonly nodes: Nodes;
  readonly events: Events;
  /** A node was met in this read where its word is `stamp`. */
  readonly seen: WordPages;
  readonly stamp: number;
  readonly start: number;
  /** Seconds since 1970; older events do not count. */
  readonly since: number;
  /** Places that may still be looked at; below 0 the answer is not known. */
  left: number;
};

export type GraphComponent = {
  /** Values in it, counted up to `MOST_VALUES`; 0 for a value that no event holds and no label names. */
  readonly size: number;
  /** Values of it that are labelled fraud or that an event of fraud holds; undefined where there are more than were counted. */
  readonly fraudulent: number | undefined;
};

export const neighboursOf = (from: ReadFrom, kind: number): number | undefined => {
  const { nodes, events, seen, stamp, start, since } = from;
  let count = 0;
  seen.set(start, stamp);
  for (let place = nodes.headOf(start); events.isThere(place); place = events.olderAt(place)) {
    from.left -= 1;
    if (from.left < 0) return undefined;
    const event = events.eventAt(place);
    if (!events.isWithin(event, since)) continue;
    const values = events.countOf(event);
    from.left -= values;
    for (let index = 0, at = events.startOf(event); index < values; index += 1, at = after(at)) {
      const node = events.nodeAt(at);
      if (nodes.kindOf(node) !== kind || seen.get(node) === stamp) continue;
      seen.set(node, stamp);
      count += 1;
      if (count === MOST_NEIGHBOURS) return count;
    }
  }
  return count;
};

/** What is found out about one value while going through the graph. */
type Look = { readonly isHub: boolean; readonly isFraud: boolean };

/** Goes through the graph breadth first. Values are met in the order of the events, so equal stores go equal ways. */
class Walk {
  readonly #from: ReadFrom;
  readonly met: number[];

  constructor(from: ReadFrom) {
    this.#from = from;
    this.met = from.start === 0 ? [] : [from.start];
    from.seen.set(from.start, from.stamp);
  }

  get isOver(): boolean {
    return this.#from.left < 0;
  }

  /** The start is never a hub: it was asked for. */
  look(node: number): Look {
    const { nodes, events, since, start } = this.#from;
    let within = 0;
    const isLabelled = nodes.isLabelled(node, since);
    let isFraud = isLabelled;
    for (let place = nodes.headOf(node); events.isThere(place); place = events.olderAt(place)) {
      this.#from.left -= 1;
      if (this.isOver) return { isHub: true, isFraud };
      const event = events.eventAt(place);
      if (!events.isWithin(event, since)) continue;
      within += 1;
      // Fraud among so many events says nothing of the value; a label of its own does.
      if (within > HUB_EVENTS && node !== start) return { isHub: true, isFraud: isLabelled };
      isFraud ||= events.isFraud(event);
    }
    return { isHub: false, isFraud };
  }

  /** Meets the values beside one; false where there would be more than `most`. */
  meetBeside(node: number, most: number): boolean {
    const { nodes, events, seen, stamp, since } = this.#from;
    for (let place = nodes.headOf(node); events.isThere(place); place = events.olderAt(place)) {
      const event = events.eventAt(place);
      if (!events.isWithin(event, since)) continue;
      const values = events.countOf(event);
      this.#from.left -= values;
      if (this.isOver) return true;
      for (let index = 0, at = events.startOf(event); index < values; index += 1, at = after(at)) {
        const beside = events.nodeAt(at);
        if (seen.get(beside) === stamp || isOnlyCounted(nodes.kindOf(beside))) continue;
        if (this.met.length === most) return false;
        seen.set(beside, stamp);
        this.met.push(beside);
      }
    }
    return true;
  }
}

export const hopsToFraud = (from: ReadFrom): number | undefined => {
  const walk = new Walk(from);
  let end = walk.met.length;
  for (let at = 0, hops = 0; hops <= MOST_HOPS && at < end; hops += 1, end = walk.met.length) {
    for (; at < end; at += 1) {
      const node = walk.met[at] ?? 0;
      const { isHub, isFraud } = walk.look(node);
      if (walk.isOver) return undefined;
      if (isFraud) return hops;
      if (!isHub && hops < MOST_HOPS) walk.meetBeside(node, Number.POSITIVE_INFINITY);
      if (walk.isOver) return undefined;
    }
  }
  return NO_FRAUD_NEAR;
};

export const componentOf = (from: ReadFrom): GraphComponent | undefined => {
  const walk = new Walk(from);
  let fraudulent = 0;
  for (let at = 0; at < walk.met.length; at += 1) {
    const node = walk.met[at] ?? 0;
    const { isHub, isFraud } = walk.look(node);
    if (isFraud) fraudulent += 1;
    const isWhole = isHub || walk.meetBeside(node, MOST_VALUES);
    if (walk.isOver) return undefined;
    if (!isWhole) return { size: MOST_VALUES, fraudulent: undefined };
  }
  return { size: walk.met.length, fraudulent };
};
