import { EVENT_EXAMPLES, EVENT_KINDS, shapeEvent, type BodyProblem, type EventKind } from '@redoubt/domain';

/** A sample of a kind of event under an id of its own, so that each try is a new event. */
export const freshSample = (api: EventKind, id: string, size: 'minimal' | 'full' = 'minimal'): string => {
  const body = structuredClone(EVENT_EXAMPLES[api][size]) as Record<string, unknown>;
  const path = EVENT_KINDS[api].id.split('.');
  let place: Record<string, unknown> = body;
  for (const name of path.slice(0, -1)) place = place[name] as Record<string, unknown>;
  place[path.at(-1) ?? ''] = id;
  return JSON.stringify(body, null, 2);
};

export type ReadBody =
  | { readonly body: Record<string, unknown>; readonly problems: readonly BodyProblem[] }
  | { readonly notJson: string };

/** What was typed as a body, with everything the API would refuse. */
export const readBody = (api: EventKind, text: string): ReadBody => {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return { notJson: '{ }' };
    return { body: body as Record<string, unknown>, problems: shapeEvent(api, structuredClone(body) as never) };
  } catch (error) {
    return { notJson: error instanceof Error ? error.message : String(error) };
  }
};
