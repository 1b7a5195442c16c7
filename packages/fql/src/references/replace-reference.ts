import { FUNCTIONS } from '../functions/table.ts';
import type { ProgramKind } from '../program/kinds.ts';
import type { CallNode, MemberNode } from '../syntax/nodes.ts';
import type { Span } from '../program/span.ts';
import { parse } from '../syntax/parse-text.ts';

/** Something of an environment that texts name. */
export type NamedReference = 'list' | 'velocity' | 'function' | 'call' | 'assessment';

/** How texts begin the name of each: `Velocity.spent(…)`; lists are named by a constant. */
const OF_ROOT: ReadonlyMap<string, NamedReference> = new Map([
  ['velocity', 'velocity'],
  ['functions', 'function'],
  ['external', 'call'],
  ['assessments', 'assessment'],
]);

const same = (left: string, right: string): boolean => left.trim().toLowerCase() === right.trim().toLowerCase();

/** Positions of the arguments that name a list, by function. */
const LIST_ARGUMENTS: ReadonlyMap<string, number> = new Map(
  FUNCTIONS.flatMap(({ name, aliases, parameters }) => {
    const at = parameters.findIndex(({ role }) => role === 'list' || role === 'supportList');
    return at < 0 ? [] : [name, ...aliases].map((each) => [each.toLowerCase(), at] as const);
  }),
);

/** One place where a text names something of an environment. */
export type ReferencePlace = {
  readonly of: NamedReference;
  readonly name: string;
  /** The name without what stands around it; of a list with its quotes. */
  readonly span: Span;
};

const nameOf = ({ callee }: CallNode): string | null => {
  if (callee.kind === 'name') return callee.name;
  return callee.kind === 'member' ? callee.name : null;
};

const listIn = (node: CallNode): readonly ReferencePlace[] => {
  const at = LIST_ARGUMENTS.get((nameOf(node) ?? '').toLowerCase());
  const value = at === undefined ? undefined : node.args[at]?.value;
  if (value?.kind !== 'string') return [];
  return [{ of: 'list', name: value.value, span: { from: value.from, to: value.to } }];
};

const memberIn = ({ object, name, nameSpan }: MemberNode): readonly ReferencePlace[] => {
  const of = object.kind === 'name' ? OF_ROOT.get(object.name.toLowerCase()) : undefined;
  return of === undefined ? [] : [{ of, name, span: nameSpan }];
};

const isNode = (value: object): value is { readonly kind: string } => 'kind' in value && typeof value.kind === 'string';

/**
 * Where a text names lists, velocities, functions, calls and assessments; words in comments and in other constants are none,
 * and a list whose name is worked out rather than written is not found.
 */
export const referencePlaces = (kind: ProgramKind, text: string): readonly ReferencePlace[] => {
  const places: ReferencePlace[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isNode(value)) {
      if (value.kind === 'call') places.push(...listIn(value as CallNode));
      if (value.kind === 'member') places.push(...memberIn(value as MemberNode));
    }
    for (const each of Object.values(value)) visit(each);
  };
  visit(parse(kind, text).program);
  // A choice such as `IN list` may be read twice from one place.
  return [...new Map(places.map((place) => [place.span.from, place])).values()];
};

/** A text with another name in place of one it reads, wherever it reads it, and nothing else changed. */
export const replaceReference = (
  kind: ProgramKind,
  text: string,
  { of, from, to }: { readonly of: NamedReference; readonly from: string; readonly to: string },
): string =>
  referencePlaces(kind, text)
    .filter((place) => place.of === of && same(place.name, from))
    .toSorted((left, right) => right.span.from - left.span.from)
    .reduce((changed, { span }) => {
      const insert = of === 'list' ? JSON.stringify(to) : to;
      return changed.slice(0, span.from) + insert + changed.slice(span.to);
    }, text);
