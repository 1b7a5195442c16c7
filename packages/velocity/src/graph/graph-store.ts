import { Events, type FraudSign } from './events.ts';
import { Nodes } from './nodes.ts';
import { componentOf, hopsToFraud, MOST_PLACES, neighboursOf, type GraphComponent, type ReadFrom } from './reads.ts';
import { WordPages } from './word-pages.ts';

/** A hash of 64 bits, in two unsigned halves. */
export type GraphKey = { readonly lo: number; readonly hi: number };
export type GraphNode = GraphKey & { readonly kind: number };

/** An event as the graph keeps it. */
export type GraphEvent = GraphKey & {
  /** Seconds since 1970. */
  readonly second: number;
  /** A number from 0 on, the worst highest. */
  readonly decision: number;
  readonly nodes: readonly GraphNode[];
};

export type GraphStatistics = {
  readonly nodes: number;
  readonly events: number;
  readonly edges: number;
  readonly bytes: number;
  /** Events dropped to stay within the memory limit. */
  readonly droppedEvents: number;
};

export type GraphOptions = {
  /** Memory at which the oldest events make room. */
  readonly maxBytes?: number;
};

const MEBIBYTE = 1024 * 1024;
const MAX_BYTES = 512 * MEBIBYTE;
/** Labels that came before their event; the oldest is dropped. */
const MAX_EARLY = 100_000;
/** Bytes are counted again after so many events. */
const LOOK_EVERY = 1024;

/**
 * Who shared what, in memory: events, the values they hold, and which of the events were fraud. Two values are linked where
 * an event holds both. Equal events in equal order give equal answers. Read answers are undefined where they are not known:
 * the work of a read is limited, and so is what is remembered.
 */
export class GraphStore {
  readonly maxBytes: number;
  readonly #nodes = new Nodes();
  readonly #events = new Events();
  readonly #early = new Map<string, Map<FraudSign, boolean>>();
  readonly #seenNodes = new WordPages();
  #stamp = 0;
  #lastPlaces = 0;
  #dropped = 0;
  #untilLook = LOOK_EVERY;
  /** Newest of the dropped events: a window that reaches back to it is not whole. */
  #lostSecond = -1;

  constructor({ maxBytes = MAX_BYTES }: GraphOptions = {}) {
    this.maxBytes = maxBytes;
  }

  statistics(): GraphStatistics {
    const { count: events, edges } = this.#events;
    return { nodes: this.#nodes.count, events, edges, bytes: this.#bytes(), droppedEvents: this.#dropped };
  }

  /** Adds an event; one that is there already changes nothing. */
  add({ lo, hi, second, decision, nodes }: GraphEvent): void {
    if (this.#events.find(lo, hi) !== 0) return;
    const event = this.#events.begin(lo, hi, second, decision);
    for (const { kind, lo: nodeLo, hi: nodeHi } of nodes) {
      const node = this.#nodes.findOrAdd(kind, nodeLo, nodeHi);
      const head = this.#nodes.headOf(node);
      if (this.#events.isThere(head) && this.#events.eventAt(head) === event) continue;
      const place = this.#events.hold(event, node, head);
      if (place !== 0) this.#nodes.setHead(node, place);
    }
    this.#applyEarly(event, lo, hi);
    if (this.#dropped > 0)
      this.#nodes.sweep(2 * nodes.length + 2, this.#lostSecond, (place) => this.#events.isThere(place));
    this.#keepWithin();
  }

  /** What was said about an event; kept for one that has not come yet. */
  mark({ lo, hi }: GraphKey, sign: FraudSign, isFraud: boolean): void {
    const event = this.#events.find(lo, hi);
    if (event !== 0) {
      this.#events.mark(event, sign, isFraud);
      return;
    }
    const key = `${lo} ${hi}`;
    this.#early.set(key, (this.#early.get(key) ?? new Map<FraudSign, boolean>()).set(sign, isFraud));
    const [oldest] = this.#early.keys();
    if (this.#early.size > MAX_EARLY && oldest !== undefined) this.#early.delete(oldest);
  }

  /**
   * What a label said about a value itself, whatever events hold it. One that comes before the first event of the value counts, too.
   *
   * @param second since 1970, of the label: it counts in windows that reach back to it
   */
  label({ kind, lo, hi }: GraphNode, second: number, isFraud: boolean): void {
    const node = isFraud ? this.#nodes.findOrAdd(kind, lo, hi) : this.#nodes.find(kind, lo, hi);
    if (node !== 0) this.#nodes.label(node, isFraud ? second : 0);
  }

  /** How many different values of a kind events since a second hold beside a value; counted up to `MOST_NEIGHBOURS`. */
  neighbours(node: GraphNode, kind: number, since: number): number | undefined {
    return this.#read(node, since, (from) => neighboursOf(from, kind));
  }

  /** Steps from a value to one that is labelled fraud or that an event of fraud holds, 0 for itself; `NO_FRAUD_NEAR` where there is none within three. */
  hopsToFraud(node: GraphNode, since: number): number | undefined {
    return this.#read(node, since, hopsToFraud);
  }

  /** The values that a value leads to, over any number of steps. */
  component(node: GraphNode, since: number): GraphComponent | undefined {
    return this.#read(node, since, componentOf);
  }

  /** Events up to a second are not known to be here: windows that reach back to them are not whole. */
  lose(second: number): void {
    this.#lostSecond = Math.max(this.#lostSecond, second);
  }

  /** Places that the last read looked at. */
  get lastPlaces(): number {
    return this.#lastPlaces;
  }

  #read<Answer>({ kind, lo, hi }: GraphNode, since: number, read: (from: ReadFrom) => Answer): Answer | undefined {
    this.#lastPlaces = 0;
    if (since <= this.#lostSecond) return undefined;
    this.#stamp = (this.#stamp + 1) >>> 0;
    if (this.#stamp === 0) {
      this.#seenNodes.clear();
      this.#stamp = 1;
    }
    const start = this.#nodes.find(kind, lo, hi);
    const [nodes, events, seen] = [this.#nodes, this.#events, this.#seenNodes];
    const from: ReadFrom = { nodes, events, seen, stamp: this.#stamp, start, since, left: MOST_PLACES };
    const answer = read(from);
    this.#lastPlaces = MOST_PLACES - from.left;
    return answer;
  }

  #applyEarly(event: number, lo: number, hi: number): void {
    if (this.#early.size === 0) return;
    const key = `${lo} ${hi}`;
    for (const [sign, isFraud] of this.#early.get(key) ?? []) this.#events.mark(event, sign, isFraud);
    this.#early.delete(key);
  }

  #bytes(): number {
    return this.#nodes.bytes + this.#events.bytes + this.#seenNodes.bytes;
  }

  #dropOldest(): void {
    this.lose(this.#events.dropOldest());
    this.#dropped += 1;
  }

  /** From the first time on that memory is full, every event takes the place of one, and two while it is over the limit. */
  #keepWithin(): void {
    this.#untilLook -= 1;
    if (this.#untilLook > 0) return;
    this.#untilLook = LOOK_EVERY;
    if (this.#bytes() <= this.maxBytes) return;
    for (let each = 0; each < 2 * LOOK_EVERY && this.#events.count > 0; each += 1) this.#dropOldest();
  }
}
