import { EVENT_EXAMPLES, maskCardData } from '@redoubt/domain';

const ROUNDS = 7;
const BODIES = 20_000;

/** What masking costs beside parsing the same body: medians of rounds within one run. */
export type MaskingFigures = {
  readonly bytes: number;
  readonly parseUs: number;
  readonly maskUs: number;
  /** With a card number in the body, so that something has to be replaced. */
  readonly maskCardUs: number;
};

const microseconds = (work: () => void): number => {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const startedAt = performance.now();
    for (let count = 0; count < BODIES; count += 1) work();
    return ((performance.now() - startedAt) / BODIES) * 1000;
  });
  return rounds.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
};

/** Masks the fullest example of a purchase, which holds none and then one card number. */
export const measureMasking = (): MaskingFigures => {
  const body = JSON.stringify(EVENT_EXAMPLES.purchase.full);
  const withCard = JSON.stringify({ ...EVENT_EXAMPLES.purchase.full, note: 'paid with 4111 1111 1111 1111' });
  return {
    bytes: body.length,
    parseUs: microseconds(() => void JSON.parse(body)),
    maskUs: microseconds(() => void maskCardData(body)),
    maskCardUs: microseconds(() => void maskCardData(withCard)),
  };
};

/** One line for people. */
export const describeMasking = ({ bytes, parseUs, maskUs, maskCardUs }: MaskingFigures): string => {
  const ratio = (us: number): string => `${(us / parseUs).toFixed(2)} × parsing`;
  return `masking ${bytes} bytes: ${ratio(maskUs)}; with a card number ${ratio(maskCardUs)}`;
};
