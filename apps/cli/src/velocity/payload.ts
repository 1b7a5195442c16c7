import type { Json, JsonObject } from '@redoubt/kernel';

type Step = string | number;
type Container = Record<string, Json> | Json[];

/** `list[0].type` → `list`, 0, `type`. */
const stepsOf = (attribute: string): readonly Step[] =>
  [...attribute.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));

const put = (root: Record<string, Json>, steps: readonly Step[], value: Json): void => {
  let at: Container = root;
  for (const [depth, step] of steps.entries()) {
    const holder = at as Record<Step, Json>;
    if (depth === steps.length - 1) {
      holder[step] = value;
      return;
    }
    const held: Json | undefined = Object.hasOwn(holder, step) ? holder[step] : undefined;
    const next: Container =
      typeof held === 'object' && held !== null ? (held as Container) : typeof steps[depth + 1] === 'number' ? [] : {};
    holder[step] = next;
    at = next;
  }
};

/** Builds the body of an event from the columns its attributes stand in; empty cells leave nothing. */
export const payloadBuilder = (
  fields: readonly { readonly attribute: string; readonly column: string }[],
): ((cell: (column: string) => Json | undefined) => JsonObject) => {
  const plan = fields.map(({ attribute, column }) => ({ steps: stepsOf(attribute), column }));
  return (cell) => {
    const payload: Record<string, Json> = {};
    for (const { steps, column } of plan) {
      const value = cell(column);
      if (value !== undefined) put(payload, steps, value);
    }
    return payload;
  };
};
