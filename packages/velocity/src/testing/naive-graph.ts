import type { FraudSign } from '../graph/events.ts';
import type { GraphEvent, GraphKey, GraphNode } from '../graph/graph-store.ts';
import { isOnlyCounted } from '../graph/nodes.ts';
import { HUB_EVENTS, MOST_HOPS, NO_FRAUD_NEAR } from '../graph/reads.ts';

const keyOf = ({ lo, hi }: GraphKey): string => `${lo} ${hi}`;
const nodeKeyOf = (node: GraphNode): string => `${node.kind} ${keyOf(node)}`;

type Kept = GraphEvent & { readonly signs: Set<FraudSign> };

/** The graph as it is said: every event is looked at for every question. What the store is compared with. */
export class NaiveGraph {
  readonly #events = new Map<string, Kept>();
  readonly #early: { readonly key: string; readonly sign: FraudSign; readonly isFraud: boolean }[] = [];

  readonly #labels = new Map<string, number>();

  add(event: GraphEvent): void {
    const key = keyOf(event);
    if (this.#events.has(key)) return;
    this.#events.set(key, { ...event, signs: new Set() });
    for (const { sign, isFraud, ...early } of this.#early) if (early.key === key) this.mark(event, sign, isFraud);
  }

  mark(key: GraphKey, sign: FraudSign, isFraud: boolean): void {
    const event = this.#events.get(keyOf(key));
    if (event === undefined) this.#early.push({ key: keyOf(key), sign, isFraud });
    else if (isFraud) event.signs.add(sign);
    else event.signs.delete(sign);
  }

  label(node: GraphNode, second: number, isFraud: boolean): void {
    const key = nodeKeyOf(node);
    if (isFraud) this.#labels.set(key, second);
    else if (this.#labels.has(key)) this.#labels.set(key, Number.NEGATIVE_INFINITY);
  }

  #holding(node: string, since: number): readonly Kept[] {
    return [...this.#events.values()].filter(
      ({ second, nodes }) => second >= since && nodes.some((each) => nodeKeyOf(each) === node),
    );
  }

  neighbours(node: GraphNode, kind: number, since: number): number {
    const beside = this.#holding(nodeKeyOf(node), since).flatMap(({ nodes }) =>
      nodes.filter((each) => each.kind === kind),
    );
    return new Set(beside.map(nodeKeyOf).filter((key) => key !== nodeKeyOf(node))).size;
  }

  #isHub(node: string, start: string, since: number): boolean {
    return node !== start && this.#holding(node, since).length > HUB_EVENTS;
  }

  #isFraud(node: string, start: string, since: number): boolean {
    const isLabelled = (this.#labels.get(node) ?? Number.NEGATIVE_INFINITY) >= since;
    const isHeld = !this.#isHub(node, start, since) && this.#holding(node, since).some(({ signs }) => signs.size > 0);
    return isLabelled || isHeld;
  }

  /** Values in so many steps, the first of each number of steps first. */
  #reach(start: string, since: number): readonly ReadonlySet<string>[] {
    const met = new Set([start]);
    const rings: ReadonlySet<string>[] = [new Set([start])];
    for (let ring = rings[0]; ring !== undefined && ring.size > 0; ring = rings.at(-1)) {
      const next = new Set<string>();
      for (const node of ring) {
        if (this.#isHub(node, start, since)) continue;
        for (const { nodes } of this.#holding(node, since)) {
          for (const beside of nodes.filter(({ kind }) => !isOnlyCounted(kind)).map(nodeKeyOf)) {
            if (!met.has(beside)) next.add(beside);
            met.add(beside);
          }
        }
      }
      rings.push(next);
    }
    return rings;
  }

  hopsToFraud(node: GraphNode, since: number): number {
    const start = nodeKeyOf(node);
    const hops = this.#reach(start, since).findIndex((ring) =>
      [...ring].some((each) => this.#isFraud(each, start, since)),
    );
    return hops < 0 || hops > MOST_HOPS ? NO_FRAUD_NEAR : hops;
  }

  component(node: GraphNode, since: number): { readonly size: number; readonly fraudulent: number } {
    const start = nodeKeyOf(node);
    const isKnown = this.#labels.has(start) || this.#holding(start, Number.NEGATIVE_INFINITY).length > 0;
    const all = isKnown ? this.#reach(start, since).flatMap((ring) => [...ring]) : [];
    const fraudulent = all.filter((each) => this.#isFraud(each, start, since));
    return { size: all.length, fraudulent: fraudulent.length };
  }
}
