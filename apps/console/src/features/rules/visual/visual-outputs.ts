import { readVisual, type VisualClause, type VisualPair } from '@redoubt/fql-editor';

/** Whether a word may name what a clause puts out: no word that the language keeps for itself. */
const isName = (name: string): boolean =>
  /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && readVisual('decisionClause', `OBSERVE Output(${name} = 1)`).fits;

const freeName = (outputs: readonly VisualPair[]): string => {
  const taken = new Set(outputs.map(({ name }) => name.toLowerCase()));
  let number = outputs.length + 1;
  while (taken.has(`value${number}`)) number += 1;
  return `value${number}`;
};

export const addOutput = (clause: VisualClause): VisualClause => ({
  ...clause,
  outputs: [
    ...clause.outputs,
    {
      target: clause.outputs.at(-1)?.target ?? 'Output',
      begins: false,
      name: freeName(clause.outputs),
      value: { kind: 'missing' },
    },
  ],
});

/** Without a pair; the ones behind it stay in their call. */
export const removeOutput = (clause: VisualClause, index: number): VisualClause => {
  const begins = clause.outputs[index]?.begins === true;
  const target = clause.outputs[index]?.target;
  const outputs = clause.outputs.map((pair, at) =>
    at === index + 1 && begins && pair.target === target ? { ...pair, begins } : pair,
  );
  return { ...clause, outputs: outputs.toSpliced(index, 1) };
};

export const withOutputValue = (clause: VisualClause, index: number, value: VisualPair['value']): VisualClause => ({
  ...clause,
  outputs: clause.outputs.map((pair, at) => (at === index ? { ...pair, value } : pair)),
});

/** With a pair put out elsewhere: into the answer, or into the event stream. */
export const withOutputTarget = (clause: VisualClause, index: number, target: VisualPair['target']): VisualClause => ({
  ...clause,
  outputs: clause.outputs.map((pair, at) => (at === index ? { ...pair, target, begins: false } : pair)),
});

/** With another name for a pair; the same clause while what is typed is no name. */
export const withOutputName = (clause: VisualClause, index: number, typed: string): VisualClause => {
  const name = typed.trim();
  if (!isName(name)) return clause;
  return { ...clause, outputs: clause.outputs.map((pair, at) => (at === index ? { ...pair, name } : pair)) };
};

/** Without a decision, and with a pair to put out: the form of a clause that observes. */
export const observing = (clause: VisualClause): VisualClause => {
  const undecided = { ...clause, decision: null };
  return clause.outputs.length > 0 ? undecided : addOutput(undecided);
};
