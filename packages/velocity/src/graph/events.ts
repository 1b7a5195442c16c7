import { HashIndex } from './hash-index.ts';
import { pageOf, WordPages } from './word-pages.ts';

/** The place after another one; 0 stands for none and is passed over when 32 bits are used up. */
export const after = (place: number): number => (place + 1) >>> 0 || 1;

const COUNT_MASK = 0xff;
const LABEL_FRAUD = 0x100;
const CHARGEBACK = 0x200;
const FRAUD = LABEL_FRAUD | CHARGEBACK;
const DECISION_SHIFT = 12;

/** What says that an event was fraud: a label, which may be taken back by another one, or a chargeback. */
export type FraudSign = 'label' | 'chargeback';
const SIGNS: Readonly<Record<FraudSign, number>> = { label: LABEL_FRAUD, chargeback: CHARGEBACK };

/**
 * Events in the order they came, each with the values it holds: a list per event, and from each of its places the next older
 * place of the same value. The oldest events are dropped from the end; what pointed at them leads nowhere from then on.
 */
export class Events {
  readonly #lo = new WordPages();
  readonly #hi = new WordPages();
  readonly #start = new WordPages();
  readonly #second = new WordPages();
  readonly #word = new WordPages();
  readonly #index = new HashIndex(this.#lo, this.#hi);
  readonly #node = new WordPages();
  readonly #older = new WordPages();
  readonly #event = new WordPages();
  #lowEvent = 1;
  #topEvent = 1;
  #lowPlace = 1;
  #topPlace = 1;

  get count(): number {
    return (this.#topEvent - this.#lowEvent) >>> 0;
  }

  /** Values held by events, each once for every event: the edges of the graph. */
  get edges(): number {
    return (this.#topPlace - this.#lowPlace) >>> 0;
  }

  get bytes(): number {
    const perEvent = [this.#lo, this.#hi, this.#start, this.#second, this.#word];
    const perEdge = [this.#node, this.#older, this.#event];
    return [...perEvent, ...perEdge].reduce((sum, { bytes }) => sum + bytes, this.#index.bytes);
  }

  find(lo: number, hi: number): number {
    return this.#index.find(lo, hi);
  }

  /** @param decision a number from 0 on, the worst highest. */
  begin(lo: number, hi: number, second: number, decision: number): number {
    const event = this.#topEvent;
    this.#lo.set(event, lo);
    this.#hi.set(event, hi);
    this.#start.set(event, this.#topPlace);
    this.#second.set(event, second);
    this.#word.set(event, decision << DECISION_SHIFT);
    this.#index.add(event);
    this.#topEvent = after(event);
    return event;
  }

  /** Adds a value to the newest event, and gives its place; 0 where the event holds the most it can. */
  hold(event: number, node: number, older: number): number {
    const word = this.#word.get(event);
    if ((word & COUNT_MASK) === COUNT_MASK) return 0;
    const place = this.#topPlace;
    this.#node.set(place, node);
    this.#older.set(place, older);
    this.#event.set(place, event);
    this.#word.set(event, word + 1);
    this.#topPlace = after(place);
    return place;
  }

  isThere(place: number): boolean {
    return place !== 0 && (place - this.#lowPlace) >>> 0 < (this.#topPlace - this.#lowPlace) >>> 0;
  }

  nodeAt(place: number): number {
    return this.#node.get(place);
  }

  /** The next older place of the same value; 0 where there is none. */
  olderAt(place: number): number {
    const older = this.#older.get(place);
    return this.isThere(older) ? older : 0;
  }

  eventAt(place: number): number {
    return this.#event.get(place);
  }

  startOf(event: number): number {
    return this.#start.get(event);
  }

  countOf(event: number): number {
    return this.#word.get(event) & COUNT_MASK;
  }

  /** Whether an event is part of a window that begins at a second. */
  isWithin(event: number, since: number): boolean {
    return this.#second.get(event) >= since;
  }

  isFraud(event: number): boolean {
    return (this.#word.get(event) & FRAUD) !== 0;
  }

  decisionOf(event: number): number {
    return this.#word.get(event) >>> DECISION_SHIFT;
  }

  mark(event: number, sign: FraudSign, isFraud: boolean): void {
    const word = this.#word.get(event);
    this.#word.set(event, isFraud ? word | SIGNS[sign] : word & ~SIGNS[sign]);
  }

  /** Drops the oldest event and gives its second. */
  dropOldest(): number {
    const event = this.#lowEvent;
    const second = this.#second.get(event);
    this.#index.remove(event);
    this.#lowEvent = after(event);
    const next = this.#lowEvent === this.#topEvent ? this.#topPlace : this.#start.get(this.#lowEvent);
    if (pageOf(next) !== pageOf(this.#lowPlace)) {
      for (const pages of [this.#node, this.#older, this.#event]) pages.drop(pageOf(this.#lowPlace));
    }
    this.#lowPlace = next;
    if (pageOf(this.#lowEvent) !== pageOf(event)) {
      for (const pages of [this.#lo, this.#hi, this.#start, this.#second, this.#word]) pages.drop(pageOf(event));
    }
    return second;
  }
}
