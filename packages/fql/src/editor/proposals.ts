import { type FunctionSpec, signatureOf } from '../functions/spec.ts';
import type { SymbolTable } from '../program/symbol-table.ts';
import type { Completion, CompletionKind } from './completion.ts';

export type Span = { readonly from: number; readonly to: number };
export type Draft = {
  readonly kind: CompletionKind;
  readonly label: string;
  readonly insert?: string;
  readonly detail?: string;
  readonly documentation?: string;
  readonly edge?: string;
  readonly cursor?: number;
};

/** A proposal for a span of the text. */
export const complete = (span: Span, draft: Draft): Completion => {
  const insert = draft.insert ?? draft.label;
  return {
    ...span,
    kind: draft.kind,
    label: draft.label,
    insert,
    cursor: draft.cursor ?? insert.length,
    detail: draft.detail ?? '',
    documentation: draft.documentation ?? '',
    edge: draft.edge ?? '',
  };
};

/** How a function is proposed: with brackets, the caret where the first argument goes. */
export const call = (spec: FunctionSpec, kind: CompletionKind): Draft => {
  const bare = spec.form === 'property' || spec.form === 'constant';
  const empty = spec.parameters.length === 0 && spec.form !== 'observation' && spec.form !== 'action';
  // An action of something is written with its owner, as `Assessment.SendLabel`.
  const name = spec.form === 'action' && spec.owner !== null ? `${spec.owner}.${spec.name}` : spec.name;
  const insert = bare ? name : `${name}()`;
  return {
    kind,
    label: name,
    insert,
    cursor: bare || empty ? insert.length : insert.length - 1,
    detail: signatureOf(spec),
    documentation: spec.summary,
    edge: spec.edge,
  };
};

/** Overloads are one proposal. */
export const once = (specs: readonly FunctionSpec[]): readonly FunctionSpec[] =>
  specs.filter((spec, index) => specs.findIndex((other) => other.name === spec.name) === index);

export const quoted = (text: string): string => JSON.stringify(text);

/** A whole reference to an attribute, from its `@` on. */
export const attributes = (span: Span, sign: string, symbols: SymbolTable): readonly Completion[] =>
  symbols.attributes.map((attribute) =>
    complete(span, {
      kind: 'attribute',
      label: attribute.path,
      insert: `${sign}${quoted(attribute.path)}`,
      detail: attribute.example === undefined ? attribute.type : `${attribute.type}, e.g. ${attribute.example}`,
      documentation: attribute.description ?? '',
    }),
  );
