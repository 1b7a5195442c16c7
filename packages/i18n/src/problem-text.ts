import type { TextParams } from './react.ts';
import type { TextKey } from './namespaces.ts';

type ProblemKey = TextKey<'problems'>;
type CodeIn<Key> = Key extends `code.${infer Code}` ? Code : never;

/** A problem with what was sent: its code, and the parameters of its sentence. */
export type CodedProblem = { readonly code: CodeIn<ProblemKey>; readonly params: TextParams };

/** Says a problem with the texts of one language. Types that were wanted and found are words of that language too. */
export const problemText = (
  say: (key: ProblemKey, params?: TextParams) => string,
  { code, params }: CodedProblem,
): string => {
  const { wanted, found } = params;
  return say(`code.${code}`, {
    ...params,
    ...(wanted !== undefined && { wanted: say(`wanted.${wanted}` as ProblemKey) }),
    ...(found !== undefined && { found: say(`found.${found}` as ProblemKey, { value: params['value'] ?? '' }) }),
  });
};
