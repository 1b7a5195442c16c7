import { FUNCTIONS } from '../functions/table.ts';
import type { ProgramKind } from '../program/kinds.ts';
import type { CallNode, MemberNode } from '../syntax/nodes.ts';
import type { Span } from '../program/span.ts';
import { parse } from '../syntax/parse-text.ts';

/** Something of an environment that texts name. */
export type NamedReference = 'list' | 'velocity' | 'function' | 'call' | 'assessment';

/** How texts begin the name of each: `Velocity.spent(…)`; lists are named by a constant. */
const ROOT_OF: Readonly<Record<Exclude<NamedReference, 'list'>, string>> = {
  velocity: 'velocity',
  function: 'functions',
  call: 'external',
  assessment: 'assessments',
};

const same = (left: string, right: string): boolean => left.trim().toLowerCase() === right.trim().toLowerCase();

/** Positions of the arguments that name a list, by function. */
const LIST_ARGUMENTS: ReadonlyMap<string, number> = new Map(
  FUNCTIONS.flatMap(({ name, aliases, parameters }) => {
    const at = parameters.findIndex(({ role }) => role === 'list' || role === 'supportList');
    return at < 0 ? [] : [name, ...aliases].map((each) => [each.toLowerCase(), at] as const);
  }),
);

type Edit = Span & { readonly insert: string };

const nameOf = ({ callee }: CallNode): string | null => {
  if (callee.kind === 'name') return callee.name;
  return callee.kind === 'member' ? callee.name : null;
};

const editList = (node: CallNode, from: string, to: string): readonly Edit[] => {
  const at = LIST_ARGUMENTS.get((nameOf(node) ?? '').toLowerCase());
  const value = at === undefined ? undefined : node.args[at]?.value;
  if (value?.kind !== 'string' || !same(value.value, from)) return [];
  return [{ from: value.from, to: value.to, insert: JSON.stringify(to) }];
};

const editMember = (node: MemberNode, root: string, from: string, to: string): readonly Edit[] => {
  if (node.object.kind !== 'name' || !same(node.object.name, root) || !same(node.name, from)) return [];
  return [{ ...node.nameSpan, insert: to }];
};

const isNode = (value: object): value is { readonly kind: string } => 'kind' in value && typeof value.kind === 'string';

/**
 * A text with another name in place of one it reads, wherever it reads it, and nothing else changed: words in comments and
 * in other constants stay. A list whose name is worked out rather than written is not found.
 */
export const replaceReference = (
  kind: ProgramKind,
  text: string,
  reference: { readonly of: NamedReference; readonly from: string; readonly to: string },
): string => {
  const { of, from, to } = reference;
  const edits: Edit[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isNode(value)) {
      if (of === 'list' && value.kind === 'call') edits.push(...editList(value as CallNode, from, to));
      if (of !== 'list' && value.kind === 'member') {
        edits.push(...editMember(value as MemberNode, ROOT_OF[of], from, to));
      }
    }
    for (const each of Object.values(value)) visit(each);
  };
  visit(parse(kind, text).program);
  // A choice such as `IN list` may be read twice from one place.
  const once = new Map(edits.map((edit) => [edit.from, edit]));
  return [...once.values()]
    .toSorted((left, right) => right.from - left.from)
    .reduce((changed, edit) => changed.slice(0, edit.from) + edit.insert + changed.slice(edit.to), text);
};
