import type { MatchedEvents, RuleMatch } from '@redoubt/domain';
import type { RuleMatchWatch } from '@redoubt/engine';
import { DAY_MS, type Id } from '@redoubt/kernel';
import type { HistoryEvent } from '@redoubt/storage';
import type { KnownEvents, MatchedHistory } from './protocol.ts';
import { MAX_MESSAGES } from './tally.ts';

type Group = { -readonly [Key in keyof MatchedEvents]: MatchedEvents[Key] };

/** Groups the events of a history by the rules that match them, and by what is known of them. */
export class MatchTally {
  readonly #known: KnownEvents;
  readonly #places = new Map<Id, number>();
  readonly #groups = new Map<string, Group>();
  /** Purchases that the control share let pass, each for itself: what they vary by is worked out from each. */
  readonly #sampled: MatchedEvents[] = [];
  readonly #setters = new Set<Id>();
  readonly #missing = new Map<string, number>();
  readonly #errors = { events: 0, messages: new Set<string>() };
  #events = 0;
  #matches: RuleMatch[] = [];
  #failed = false;

  /** Called with each rule of the event at hand. */
  readonly watch: RuleMatchWatch = ({ id }, outcome, decision) => {
    const sets = Object.keys(outcome.variables).length > 0;
    if (sets) this.#setters.add(id);
    if (sets || outcome.firedClauseIds.length > 0 || decision !== null)
      this.#matches.push({ rule: this.#placeOf(id), decision });
    if (outcome.errors.length === 0) return;
    this.#failed = true;
    for (const { message } of outcome.errors)
      if (this.#errors.messages.size < MAX_MESSAGES) this.#errors.messages.add(message);
  };

  constructor(known: KnownEvents) {
    this.#known = known;
  }

  begin(): void {
    this.#matches = [];
    this.#failed = false;
  }

  /** Counts the event at hand by what its rules said. */
  end({ environmentId, eventId, eventTimeMs, amount, currency }: HistoryEvent): void {
    this.#events++;
    if (this.#failed) this.#errors.events++;
    if (this.#matches.length === 0) return;
    const { outcomes, goodEstimate, rates } = this.#known;
    const [fraudEstimate, weight] = outcomes.get(`${environmentId} ${eventId}`) ?? [goodEstimate, 1];
    const dayMs = Math.floor(eventTimeMs / DAY_MS) * DAY_MS;
    // An event that names no currency has no amount that could be converted, and counts as one.
    const rate = currency === null ? 0 : rates.get(`${currency} ${dayMs}`);
    if (rate === undefined) this.#missing.set(currency ?? '', (this.#missing.get(currency ?? '') ?? 0) + 1);
    this.#add({
      matches: this.#matches,
      fraudEstimate,
      weight: rate === undefined ? 0 : weight,
      events: 1,
      amount: (amount ?? 0) * (rate ?? 0),
    });
  }

  result(unknown: MatchedHistory['unknown']): MatchedHistory {
    const { events, messages } = this.#errors;
    return {
      events: this.#events,
      rules: [...this.#places.keys()],
      groups: [...this.#groups.values(), ...this.#sampled],
      setters: [...this.#setters],
      errors: { events, messages: [...messages] },
      missing: [...this.#missing].map(([currency, count]) => ({ currency, events: count })),
      unknown,
    };
  }

  #placeOf(id: Id): number {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    const place = this.#places.size;
    this.#places.set(id, place);
    return place;
  }

  #add(event: MatchedEvents): void {
    if (event.weight > 1) {
      this.#sampled.push(event);
      return;
    }
    const matches = event.matches.map(({ rule, decision }) => `${rule}${decision ?? ''}`).join(' ');
    const key = `${event.fraudEstimate} ${event.weight} ${matches}`;
    const group = this.#groups.get(key);
    if (group === undefined) {
      this.#groups.set(key, { ...event });
      return;
    }
    group.events += 1;
    group.amount += event.amount;
  }
}

/** One answer of the parts of a history that several threads asked; rules are named by their place among those given. */
export const joinMatches = (parts: readonly MatchedHistory[], rules: readonly Id[]): MatchedHistory => {
  const ids = [...new Set([...rules, ...parts.flatMap((part) => part.rules)])];
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  const sumOf = <Count extends { readonly events: number }>(counts: readonly Count[], key: (of: Count) => string) =>
    [...Map.groupBy(counts, key).values()]
      .flatMap(([first, ...others]) =>
        first === undefined
          ? []
          : [{ ...first, events: others.reduce((sum, { events }) => sum + events, first.events) }],
      )
      .toSorted((a, b) => b.events - a.events);
  return {
    events: parts.reduce((sum, { events }) => sum + events, 0),
    rules: ids,
    groups: parts.flatMap((part) =>
      part.groups.map((group) => ({
        ...group,
        matches: group.matches.map(({ rule, decision }) => ({
          rule: placeOf.get(part.rules[rule] ?? '') ?? 0,
          decision,
        })),
      })),
    ),
    setters: [...new Set(parts.flatMap(({ setters }) => setters))],
    errors: {
      events: parts.reduce((sum, { errors }) => sum + errors.events, 0),
      messages: [...new Set(parts.flatMap(({ errors }) => errors.messages))].slice(0, MAX_MESSAGES),
    },
    missing: sumOf(
      parts.flatMap(({ missing }) => missing),
      ({ currency }) => currency,
    ),
    unknown: sumOf(
      parts.flatMap(({ unknown }) => unknown),
      ({ kind, name }) => `${kind} ${name}`,
    ),
  };
};
