/** A value of the request with the path a rule would read it by. */
export type Fact = { readonly path: string; readonly name: string; readonly value: string | number | boolean };

export type FactSection = {
  /** Name of the part of the request; `order` holds what stands at its root. */
  readonly id: string;
  /** One group, or one per element of a list. */
  readonly groups: readonly (readonly Fact[])[];
};

export type EventFacts = {
  readonly sections: readonly FactSection[];
  /** Usual parts that the request of a purchase does not hold; of other events none is usual. */
  readonly notSent: readonly string[];
};

/**
 * Parts of a purchase in the order they are shown (`docs/reference/wire.md#purchase-generation`); those of other events
 * follow as they were sent.
 */
export const USUAL_SECTIONS = [
  'order',
  'user',
  'paymentInstrumentList',
  'shippingAddress',
  'productList',
  'deviceContext',
  'customData',
] as const;

type Group = Readonly<Record<string, unknown>>;

const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isValue = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean';

const factsOf = (value: unknown, path: string, name = ''): readonly Fact[] => {
  if (isValue(value)) return [{ path, name, value }];
  if (Array.isArray(value))
    return value.every(isValue) && value.length > 0
      ? [{ path, name, value: value.join(', ') }]
      : value.flatMap((each, at) => factsOf(each, path, `${name}[${at + 1}]`));
  if (!isGroup(value)) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    factsOf(each, path === '' ? key : `${path}.${key}`, name === '' ? key : `${name}.${key}`),
  );
};

const sectionOf = (id: string, value: unknown): FactSection => {
  const elements = Array.isArray(value) && value.some(isGroup) ? value : [value];
  return { id, groups: elements.map((each) => factsOf(each, id)).filter((facts) => facts.length > 0) };
};

/**
 * What a request says, part by part: the usual parts first, then whatever else it holds; empty texts and nulls count as
 * not sent. `_metadata` is left to the JSON view.
 */
export const factsOfRequest = (request: unknown, eventType = 'purchase'): EventFacts => {
  const root = isGroup(request) ? request : {};
  const scalars = Object.fromEntries(Object.entries(root).filter(([, value]) => isValue(value)));
  const parts = Object.entries(root).filter(
    ([key, value]) => !isValue(value) && key !== '_metadata' && key !== 'metadata',
  );
  const rank = (id: string): number => {
    const at = (USUAL_SECTIONS as readonly string[]).indexOf(id);
    return at < 0 ? USUAL_SECTIONS.length : at;
  };
  const sections = [
    { id: eventType === 'purchase' ? 'order' : 'event', groups: [factsOf(scalars, '')] },
    ...parts.map(([id, value]) => sectionOf(id, value)),
  ]
    .filter((section) => section.groups.some((facts) => facts.length > 0))
    .toSorted((a, b) => rank(a.id) - rank(b.id));
  const sent = new Set(sections.map((section) => section.id));
  return { sections, notSent: eventType === 'purchase' ? USUAL_SECTIONS.filter((id) => !sent.has(id)) : [] };
};

/** The value of one place in the request, by names that are compared without case. */
export const valueAt = (request: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => {
    const from = Array.isArray(at) ? at[0] : at;
    if (!isGroup(from)) return undefined;
    const key = Object.keys(from).find((each) => each.toLowerCase() === name.toLowerCase());
    return key === undefined ? undefined : from[key];
  }, request);
