import { dispersionOf, upperTail, type Trial } from './beta-binomial.ts';
import { LOSS_MINIMUM, LOSS_REASONS, MAX_LOSS_SCORE, type LossEntityKind, type LossReason } from './loss-prevention.ts';
import type { EntityMonth, LossAmount, MonthCounts, Tally } from './month-counts.ts';

/** One reason of a person or terminal in a month. */
export type ScoredReason = {
  readonly reason: LossReason;
  readonly hits: number;
  readonly cases: number;
  /** What is usual for the terminals that the cases come from, 0 to 1. */
  readonly expected: number;
  /** Of the population, 0 to 100. */
  readonly percentile: number;
  /** Decimal digits of the chance that an honest member shows as much: 5 is one in 100,000. */
  readonly evidence: number;
};

export type ScoredEntity = {
  readonly id: string;
  readonly score: number;
  readonly reasons: readonly ScoredReason[];
  readonly amounts: readonly LossAmount[];
  readonly transactions: number;
};

/** What is usual in a month: hits by cases of all. */
export type Population = Readonly<Record<LossReason, { readonly hits: number; readonly cases: number }>>;

export type ScoredMonth = Readonly<
  Record<LossEntityKind, { readonly population: Population; readonly entities: readonly ScoredEntity[] }>
>;

/** Evidence below it is chance: one member in a hundred shows as much. */
const LEAST_EVIDENCE = 2;
/** One reason alone comes to 731: enough for a person, not for a terminal, which may stand where returns are taken. */
export const MOST_EVIDENCE_OF_ONE = 8;
/** Evidence of 5 comes to 560. */
const SCALE = 5 / -Math.log(1 - 560 / MAX_LOSS_SCORE);
/** Cases of the whole population that a terminal's own share is mixed with. */
const PRIOR_CASES = 50;

/** Evidence as a score from 0 to 999. */
export const lossScore = (evidence: number): number => Math.round(MAX_LOSS_SCORE * (1 - Math.exp(-evidence / SCALE)));

const populationOf = (entities: readonly EntityMonth[]): Population =>
  Object.fromEntries(
    LOSS_REASONS.map((reason) => [
      reason,
      {
        hits: entities.reduce((sum, { tallies }) => sum + tallies[reason].hits, 0),
        cases: entities.reduce((sum, { tallies }) => sum + tallies[reason].cases, 0),
      },
    ]),
  ) as Record<LossReason, { hits: number; cases: number }>;

const shareOf = ({ hits, cases }: { readonly hits: number; readonly cases: number }): number =>
  cases === 0 ? 0 : hits / cases;

/** A terminal takes returns where they are at least this share of what it does. */
const RETURNS_DESK_SHARE = 0.3;

/** What a terminal is for. What is usual at one says nothing about the other. */
type Place = 'desk' | 'till';

const placesOf = ({ entities }: MonthCounts): ReadonlyMap<string, Place> =>
  new Map(
    entities.terminal.map(({ id, tallies }) => [id, shareOf(tallies.returns) >= RETURNS_DESK_SHARE ? 'desk' : 'till']),
  );

/** What is usual for the cases of one person or terminal, and where most of them come from. */
type Usual = { readonly expected: number; readonly place: Place };

/** Cases of one entity in one group: those of the same store and place, or all terminals of the same place. */
type Part = { readonly id: string; readonly group: string; readonly place: Place; readonly tally: Tally };

const summed = (parts: readonly Part[], key: (part: Part) => string): ReadonlyMap<string, Tally> => {
  const sums = new Map<string, Tally>();
  for (const part of parts) {
    const sum = sums.get(key(part)) ?? { hits: 0, cases: 0 };
    sum.hits += part.tally.hits;
    sum.cases += part.tally.cases;
    sums.set(key(part), sum);
  }
  return sums;
};

/**
 * What is usual for the cases of each entity: the share of the others of its groups, weighted by its cases there (indirect
 * standardisation), each mixed with the share of all places of the kind. So someone at the returns desk is compared with
 * those who stand at one, and someone in an outlet store with the colleagues there.
 */
const usualOf = (parts: readonly Part[]): ReadonlyMap<string, Usual> => {
  const groups = summed(parts, ({ group }) => group);
  const places = summed(parts, ({ place }) => place);
  const none: Tally = { hits: 0, cases: 0 };
  const sums = new Map<string, { weighted: number; cases: number; desk: number }>();
  for (const { id, group, place, tally } of parts) {
    if (tally.cases === 0) continue;
    const all = groups.get(group) ?? none;
    const share = shareOf(places.get(place) ?? none);
    const usual = (all.hits - tally.hits + PRIOR_CASES * share) / (all.cases - tally.cases + PRIOR_CASES);
    const sum = sums.get(id) ?? { weighted: 0, cases: 0, desk: 0 };
    sum.weighted += tally.cases * usual;
    sum.cases += tally.cases;
    if (place === 'desk') sum.desk += tally.cases;
    sums.set(id, sum);
  }
  return new Map(
    [...sums].map(([id, { weighted, cases, desk }]) => [
      id,
      { expected: weighted / cases, place: desk * 2 > cases ? 'desk' : 'till' },
    ]),
  );
};

const partsOf = (counts: MonthCounts, kind: LossEntityKind, reason: LossReason): readonly Part[] => {
  const places = placesOf(counts);
  const placeOf = (terminalId: string): Place => places.get(terminalId) ?? 'till';
  if (kind === 'terminal') {
    return counts.entities.terminal.map(({ id, tallies }) => {
      const place = placeOf(id);
      return { id, group: place, place, tally: tallies[reason] };
    });
  }
  // Cards are counted over all terminals of a person, so that they have no place.
  if (reason === 'employeeDiscountCards') {
    return counts.entities.staff.map(({ id, tallies }) => ({
      id,
      group: 'all',
      place: 'till',
      tally: tallies[reason],
    }));
  }
  const parts = new Map<string, Part>();
  for (const { staffId, terminalId, tallies } of counts.pairs) {
    const place = placeOf(terminalId);
    const group = JSON.stringify([counts.stores.get(terminalId), place]);
    const key = JSON.stringify([staffId, group]);
    const { hits, cases } = tallies[reason];
    const part = parts.get(key) ?? { id: staffId, group, place, tally: { hits: 0, cases: 0 } };
    part.tally.hits += hits;
    part.tally.cases += cases;
    parts.set(key, part);
  }
  return [...parts.values()];
};

/** Where each value stands among all of them, from 0 to 100; equal values stand in the middle of their run. */
const percentiles = (values: readonly number[]): readonly number[] => {
  const sorted = values.toSorted((one, other) => one - other);
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  sorted.forEach((value, at) => {
    if (!first.has(value)) first.set(value, at);
    last.set(value, at);
  });
  return values.map((value) => (((first.get(value) ?? 0) + (last.get(value) ?? 0) + 1) / 2 / sorted.length) * 100);
};

type ReasonOf = (id: string) => ScoredReason | undefined;

const scoreReason = (
  entities: readonly EntityMonth[],
  reason: LossReason,
  usual: ReadonlyMap<string, Usual>,
): ReasonOf => {
  const trials = entities
    .filter(({ tallies }) => tallies[reason].cases >= LOSS_MINIMUM[reason])
    .map(({ id, tallies }): Trial & Usual & { readonly id: string } => ({
      id,
      ...tallies[reason],
      ...(usual.get(id) ?? { expected: 0, place: 'till' }),
    }));
  const dispersions = new Map(
    (['till', 'desk'] as const).map((place) => [place, dispersionOf(trials.filter((trial) => trial.place === place))]),
  );
  const dispersionAt = (place: Place): number => dispersions.get(place) ?? 0;
  // Few cases say little: the share is drawn towards what is usual by as many cases as the dispersion is worth.
  const drawn = trials.map(({ hits, cases, expected, place }) => {
    const dispersion = dispersionAt(place);
    const prior = dispersion > 0 ? (1 - dispersion) / dispersion : PRIOR_CASES;
    return (hits + prior * expected) / (cases + prior) - expected;
  });
  const ranks = percentiles(drawn);
  const found = new Map(
    trials.map((trial, at) => {
      const { id, hits, cases, expected, place } = trial;
      const tail = hits > cases * expected ? upperTail(trial, dispersionAt(place)) : 1;
      const evidence = -Math.log10(Math.max(1e-30, tail));
      return [id, { reason, hits, cases, expected, percentile: ranks[at] ?? 0, evidence }];
    }),
  );
  return (id) => found.get(id);
};

const scoreKind = (counts: MonthCounts, kind: LossEntityKind): ScoredMonth[LossEntityKind] => {
  const entities = counts.entities[kind];
  const reasons = LOSS_REASONS.map((reason) => scoreReason(entities, reason, usualOf(partsOf(counts, kind, reason))));
  const scored = entities.map(({ id, amounts, transactions }): ScoredEntity => {
    const found = reasons.map((of) => of(id)).filter((reason) => reason !== undefined);
    const evidence = found
      .filter((each) => each.evidence >= LEAST_EVIDENCE)
      .reduce((sum, each) => sum + Math.min(MOST_EVIDENCE_OF_ONE, each.evidence), 0);
    return { id, score: lossScore(evidence), reasons: found, amounts, transactions };
  });
  return { population: populationOf(entities), entities: scored };
};

/**
 * Scores the people and terminals of one month against each other.
 *
 * Of each reason: hits are beta-binomial around what is usual, with the dispersion of the population estimated so that
 * outliers do not widen it (`dispersionOf`); the evidence is the number of decimal digits of the upper tail. The
 * evidence of all reasons is summed (as Fisher's method does with logarithms; R. A. Fisher, Statistical Methods for Research
 * Workers, 4th ed., 1932, §21.1), each from 2 on and at most 8, and put on the scale 0–999.
 */
export const scoreMonth = (counts: MonthCounts): ScoredMonth => ({
  staff: scoreKind(counts, 'staff'),
  terminal: scoreKind(counts, 'terminal'),
});

/** One of a list of the riskiest, over some months. */
export type RankedEntity = {
  readonly id: string;
  readonly maxScore: number;
  readonly averageScore: number;
  /** Months at or above the threshold. */
  readonly scoreCount: number;
};

/** Those with the highest average score first: who does something month after month stands before who had one odd month. */
export const compareRisk = (one: RankedEntity, other: RankedEntity): number =>
  other.averageScore - one.averageScore || other.maxScore - one.maxScore || (one.id < other.id ? -1 : 1);
