import type { revealPersonal, ResponseOf } from '@redoubt/contracts';

/** A personal value with its place in the request. */
export type RevealedValue = ResponseOf<typeof revealPersonal>['values'][number];

type Group = Readonly<Record<string, unknown>>;

const put = (at: unknown, steps: RevealedValue['steps'], value: unknown): unknown => {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (Array.isArray(at))
    return (at as readonly unknown[]).map((each, index) => (index === step ? put(each, rest, value) : each));
  if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return at;
  return { ...at, [step]: put((at as Group)[step], rest, value) };
};

/** A request with revealed values in the places of their masks. */
export const withRevealed = (request: unknown, values: readonly RevealedValue[]): unknown =>
  values.reduce((shown, { steps, value }) => put(shown, steps, value), request);
