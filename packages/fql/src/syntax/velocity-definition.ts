import { parse } from './parse-text.ts';
import type { SelectSource } from './nodes.ts';
import type { Span } from '../program/span.ts';

/** What the text of one velocity says, as it is written. */
export type VelocityDefinition = {
  readonly name: string;
  /** Where the name stands in the text. */
  readonly nameSpan: Span;
  /** `Sum(@"totalAmount")` */
  readonly aggregate: string;
  readonly sources: readonly Pick<SelectSource, 'assessment' | 'observation'>[];
  /** Text of the GROUPBY expression. */
  readonly key: string;
};

/** Reads the text of a velocity without checking it; null where it holds no whole SELECT. */
export const velocityDefinitionOf = (text: string): VelocityDefinition | null => {
  const select = parse('velocityDefinition', text).program.statements.find(({ kind }) => kind === 'select');
  if (select?.kind !== 'select' || select.alias === '') return null;
  const { alias, aliasSpan, aggregate, sources, groupBy } = select;
  return {
    name: alias,
    nameSpan: aliasSpan,
    aggregate: text.slice(aggregate.from, aggregate.to),
    sources: sources.map(({ assessment, observation }) => ({ assessment, observation })),
    key: text.slice(groupBy.from, groupBy.to),
  };
};
