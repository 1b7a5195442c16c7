import type { GraphEvent, ResponseOf, searchGraph } from '@redoubt/contracts';
import { DRAWN_GRAPH_KINDS, GRAPH_KINDS, type Decision, type GraphKind } from '@redoubt/domain';

export type GraphAnswer = ResponseOf<typeof searchGraph>;

/** Worst first. */
const BY_SEVERITY: readonly Decision[] = ['Reject', 'Review', 'Challenge', 'Approve'];

/** What is drawn: a value, or several of one kind that hang on the same value alone. */
export type GraphItem = {
  readonly id: string;
  readonly kind: GraphKind;
  /** Of a cluster the value that its members hang on. */
  readonly value: string;
  readonly name: string | null;
  readonly isMasked: boolean;
  readonly isSeed: boolean;
  readonly steps: number;
  /** Its events were not all read. */
  readonly isFollowed: boolean;
  /** A label calls the value itself fraud; of a cluster, one of its values. */
  readonly isLabelled: boolean;
  /** Values it stands for; one, but of a cluster. */
  readonly members: readonly string[];
  /** Of those, labelled fraud or with an event that is. */
  readonly fraudMembers: number;
  readonly events: readonly GraphEvent[];
  readonly fraud: number;
  readonly worst: Decision | null;
};

/** Two values that stand in the same events. */
export type GraphLink = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly events: number;
  readonly fraud: number;
};

export type GraphModel = {
  readonly items: readonly GraphItem[];
  readonly links: readonly GraphLink[];
  readonly byId: ReadonlyMap<string, GraphItem>;
  /** Ids of what each item is linked with. */
  readonly neighbours: ReadonlyMap<string, readonly string[]>;
};

export type GraphView = {
  /** Event time in milliseconds, inclusive; all events where absent. */
  readonly fromMs?: number | undefined;
  /** Exclusive. */
  readonly toMs?: number | undefined;
  readonly hiddenKinds: ReadonlySet<GraphKind>;
  /** Clusters that were opened. */
  readonly opened: ReadonlySet<string>;
};

/** More neighbours of a kind that hang on one value alone are drawn as one. */
const MOST_LOOSE = 10;

/** Which value of an event the others hang on: the first of these that it has. */
const CENTRES: readonly GraphKind[] = ['userId', 'email', 'deviceId', 'paymentInstrumentId', 'ipAddress'];

const isFraud = ({ fraudLabel }: GraphEvent): boolean => fraudLabel === 'Fraud';

/** A masked value may be the mask of several, so its place in the answer tells them apart. */
const idOf = (node: GraphAnswer['nodes'][number], at: number): string =>
  node.isMasked ? `${node.kind} #${at}` : `${node.kind} ${node.value}`;

const worstOf = (events: readonly GraphEvent[]): Decision | null =>
  BY_SEVERITY.find((decision) => events.some((event) => event.decision === decision)) ?? null;

/** Pairs of values of an event that are drawn as linked: the centre with each other value, and a device with an address. */
const pairsOf = (answer: GraphAnswer, places: readonly number[]): readonly (readonly [number, number])[] => {
  const kindAt = (at: number): GraphKind | undefined => answer.nodes[at]?.kind;
  const centre = CENTRES.map((kind) => places.find((at) => kindAt(at) === kind)).find((at) => at !== undefined);
  if (centre === undefined) return [];
  const pairs = places.filter((at) => at !== centre).map((at) => [centre, at] as const);
  const device = places.find((at) => kindAt(at) === 'deviceId');
  const address = places.find((at) => kindAt(at) === 'ipAddress');
  const isApart = device !== undefined && address !== undefined && device !== centre && address !== centre;
  return isApart ? [...pairs, [device, address]] : pairs;
};

const linkId = (one: string, other: string): string => (one < other ? `${one}\n${other}` : `${other}\n${one}`);

/** Values and their links as events of a time tell them. */
const drawAll = (answer: GraphAnswer, view: GraphView): GraphModel => {
  const { fromMs = -Infinity, toMs = Infinity, hiddenKinds } = view;
  const events = answer.events.filter(({ eventTime }) => {
    const atMs = Date.parse(eventTime);
    return atMs >= fromMs && atMs < toMs;
  });
  const seeds = new Set(answer.seeds);
  const isShown = (at: number): boolean => {
    const node = answer.nodes[at];
    return node !== undefined && (seeds.has(at) || !hiddenKinds.has(node.kind));
  };
  const eventsOf = new Map<number, GraphEvent[]>();
  const links = new Map<string, { from: string; to: string; events: number; fraud: number }>();
  const ids = answer.nodes.map(idOf);
  for (const event of events) {
    const places = event.nodes.filter(isShown);
    for (const at of places) {
      const own = eventsOf.get(at);
      if (own === undefined) eventsOf.set(at, [event]);
      else own.push(event);
    }
    for (const [one, other] of pairsOf(answer, places)) {
      const [from, to] = [ids[one], ids[other]];
      if (from === undefined || to === undefined) continue;
      const id = linkId(from, to);
      const known = links.get(id) ?? { from, to, events: 0, fraud: 0 };
      links.set(id, { ...known, events: known.events + 1, fraud: known.fraud + Number(isFraud(event)) });
    }
  }
  const items = answer.nodes.flatMap((node, at): GraphItem[] => {
    const own = eventsOf.get(at) ?? [];
    const fraud = own.filter(isFraud).length;
    if (own.length === 0 && !seeds.has(at)) return [];
    return [
      {
        ...node,
        id: ids[at] ?? '',
        isSeed: seeds.has(at),
        isLabelled: node.fraudLabel === 'Fraud',
        members: [node.value],
        fraudMembers: Number(fraud > 0 || node.fraudLabel === 'Fraud'),
        events: own,
        fraud,
        worst: worstOf(own),
      },
    ];
  });
  return modelOf(
    items,
    [...links].map(([id, link]) => ({ id, ...link })),
  );
};

const neighboursOf = (links: readonly GraphLink[]): GraphModel['neighbours'] => {
  const found = new Map<string, string[]>();
  const note = (one: string, other: string): void => {
    const known = found.get(one);
    if (known === undefined) found.set(one, [other]);
    else known.push(other);
  };
  for (const { from, to } of links) {
    note(from, to);
    note(to, from);
  }
  return found;
};

const modelOf = (items: readonly GraphItem[], links: readonly GraphLink[]): GraphModel => ({
  items,
  links,
  byId: new Map(items.map((item) => [item.id, item])),
  neighbours: neighboursOf(links),
});

/** The same, with more than ten neighbours of a kind that hang on one value alone drawn as one. */
const clustered = (model: GraphModel, opened: ReadonlySet<string>): GraphModel => {
  const { neighbours } = model;
  const loose = Map.groupBy(
    model.items.filter(({ id, isSeed }) => !isSeed && neighbours.get(id)?.length === 1),
    ({ id, kind }) => `${kind}\n${neighbours.get(id)?.[0] ?? ''}`,
  );
  const clusterOf = new Map<string, string>();
  const clusters = [...loose].flatMap(([key, members]): GraphItem[] => {
    const id = `cluster ${key}`;
    const [first] = members;
    if (first === undefined || members.length <= MOST_LOOSE || opened.has(id)) return [];
    for (const member of members) clusterOf.set(member.id, id);
    const events = [...new Set(members.flatMap((member) => member.events))];
    return [
      {
        id,
        kind: first.kind,
        value: model.byId.get(neighbours.get(first.id)?.[0] ?? '')?.value ?? '',
        name: null,
        isMasked: members.some(({ isMasked }) => isMasked),
        isSeed: false,
        steps: first.steps,
        isFollowed: members.every(({ isFollowed }) => isFollowed),
        isLabelled: members.some(({ isLabelled }) => isLabelled),
        members: members.map(({ value }) => value),
        fraudMembers: members.reduce((sum, { fraudMembers }) => sum + fraudMembers, 0),
        events,
        fraud: events.filter(isFraud).length,
        worst: worstOf(events),
      },
    ];
  });
  if (clusters.length === 0) return model;
  const links = new Map<string, GraphLink>();
  for (const link of model.links) {
    const from = clusterOf.get(link.from) ?? link.from;
    const to = clusterOf.get(link.to) ?? link.to;
    const id = linkId(from, to);
    const known = links.get(id);
    links.set(id, {
      id,
      from,
      to,
      events: link.events + (known?.events ?? 0),
      fraud: link.fraud + (known?.fraud ?? 0),
    });
  }
  return modelOf([...model.items.filter(({ id }) => !clusterOf.has(id)), ...clusters], [...links.values()]);
};

/** What is drawn of an answer: events of a time, kinds that are shown, and clusters but for those that were opened. */
export const drawGraph = (answer: GraphAnswer, view: GraphView): GraphModel =>
  clustered(drawAll(answer, view), view.opened);

/** The shortest way from one item to another, both included; undefined where none leads there. */
export const pathBetween = (model: GraphModel, from: string, to: string): readonly string[] | undefined => {
  const { neighbours } = model;
  const before = new Map<string, string | null>([[from, null]]);
  const queue = [from];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    if (at === to) break;
    for (const next of neighbours.get(at) ?? []) {
      if (before.has(next)) continue;
      before.set(next, at);
      queue.push(next);
    }
  }
  if (!before.has(to)) return undefined;
  const path: string[] = [];
  for (let at: string | null | undefined = to; at !== null && at !== undefined; at = before.get(at)) path.unshift(at);
  return path;
};

/** Kinds of an answer, and those that are hidden, in the order they are listed: those of the product first. */
export const kindsOf = (answer: GraphAnswer, hidden: ReadonlySet<GraphKind>): readonly GraphKind[] => {
  const found = new Set<GraphKind>([...answer.nodes.map(({ kind }) => kind), ...hidden]);
  const standard: readonly GraphKind[] = [...GRAPH_KINDS, ...DRAWN_GRAPH_KINDS].filter((kind) => found.has(kind));
  return [...standard, ...[...found].filter((kind) => !standard.some((each) => each === kind)).toSorted()];
};

/** Items by fraud labels, their own before those of events, then by events: what is looked at first. */
export const inOrder = (items: readonly GraphItem[]): readonly GraphItem[] =>
  items.toSorted(
    (one, other) =>
      Number(other.isLabelled) - Number(one.isLabelled) ||
      other.fraud - one.fraud ||
      other.events.length - one.events.length ||
      one.value.localeCompare(other.value),
  );
