import { LOSS_THRESHOLDS } from './loss-prevention.ts';
import { createMonthCounter, offersOf } from './month-counts.ts';
import { retailSample, type RetailSampleOptions, type SeededPattern } from './retail-sample.ts';
import { compareRisk, scoreMonth, type RankedEntity } from './score-month.ts';

/** Of each person, over the months that were scored. */
const rankScores = (scores: ReadonlyMap<string, readonly number[]>, threshold: number): readonly RankedEntity[] =>
  [...scores]
    .map(([id, all]) => ({
      id,
      maxScore: Math.max(...all),
      averageScore: all.reduce((sum, score) => sum + score, 0) / all.length,
      scoreCount: all.filter((score) => score >= threshold).length,
    }))
    .toSorted(compareRisk);

export type SamplePrecision = {
  readonly transactions: number;
  /** The riskiest, as many as there are wrongdoers, and what each did; null for honest ones. */
  readonly top: readonly (RankedEntity & { readonly pattern: SeededPattern | null })[];
  readonly precision: number;
  /** People of any month at or above the threshold, and those of them who did nothing. */
  readonly anomalous: number;
  readonly falselyAnomalous: number;
};

/** Scores a made-up chain and compares the riskiest people with those who do wrong. */
export const samplePrecision = (options: RetailSampleOptions): SamplePrecision => {
  const sample = retailSample(options);
  const scores = new Map<string, number[]>();
  let transactions = 0;
  for (let month = 0; month < options.months; month += 1) {
    const counter = createMonthCounter(offersOf(sample.transactions(month)));
    for (const transaction of sample.transactions(month)) {
      counter.add(transaction);
      transactions += 1;
    }
    for (const { id, score } of scoreMonth(counter.counts()).staff.entities)
      scores.set(id, [...(scores.get(id) ?? []), score]);
  }
  const ranked = rankScores(scores, LOSS_THRESHOLDS.staff);
  const top = ranked
    .slice(0, options.wrongdoers)
    .map((each) => ({ ...each, pattern: sample.wrongdoers.get(each.id) ?? null }));
  const anomalous = ranked.filter(({ scoreCount }) => scoreCount > 0);
  return {
    transactions,
    top,
    precision: top.filter(({ pattern }) => pattern !== null).length / Math.max(1, options.wrongdoers),
    anomalous: anomalous.length,
    falselyAnomalous: anomalous.filter(({ id }) => !sample.wrongdoers.has(id)).length,
  };
};
