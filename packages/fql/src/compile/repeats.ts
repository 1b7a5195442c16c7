import type { CheckedExpression } from '../check/checked.ts';
import { childrenOf } from './children.ts';
import { canFail } from './templates.ts';

/** Functions that look at the run and are the same for all of one event. */
const SAME_ALL_EVENT: ReadonlySet<string> = new Set(['DaysSince', 'DateTime.UtcNow', 'DateTime.Today']);

/**
 * Equal keys are equal values for all of one event, wherever they stand. Null for what must be worked out where it
 * stands: what can fail there, leaves a notice, chooses what it reads, calls out, or reads a variable or parameter.
 */
const ownKey = (node: CheckedExpression): string | null => {
  switch (node.op) {
    case 'constant':
      return JSON.stringify(node.value);
    case 'slot':
      return `@${node.slot}`;
    case 'exists':
      return 'exists';
    case 'convert':
      return node.operand.type === 'Answer' ? null : `${node.operand.type}>${node.type}`;
    case 'operation':
      return canFail(node.name) ? null : node.name;
    case 'call':
      return node.spec.usesRun && !SAME_ALL_EVENT.has(node.spec.id) ? null : node.spec.id;
    case 'inChoices':
      return `in${JSON.stringify(node.choices)}`;
    case 'matches':
      return `matches${JSON.stringify(node.pattern)}`;
    case 'velocity':
      return `velocity${JSON.stringify([node.velocity, node.amount, node.unit, node.includesCurrent])}`;
    default:
      return null;
  }
};

/** An expression that several clauses share. */
export type Repeat = { readonly index: number; readonly slots: readonly number[]; readonly node: CheckedExpression };

/** The expressions that stand more than once in some clauses, found before their code is written; `first` numbers the first. */
export class Repeats {
  readonly #keys = new Map<CheckedExpression, number | null>();
  /** Each key as a number: a key is made of those of its operands, which would grow with every level. */
  readonly #numbers = new Map<string, number>();
  readonly #seen = new Map<number, number>();
  readonly #repeats = new Map<number, Repeat>();
  readonly #first: number;

  constructor(roots: readonly CheckedExpression[], first: number) {
    this.#first = first;
    for (const root of roots) this.#count(root);
  }

  #count(node: CheckedExpression): void {
    const key = this.#keyOf(node);
    if (key !== null) this.#seen.set(key, (this.#seen.get(key) ?? 0) + 1);
    for (const child of childrenOf(node)) this.#count(child);
  }

  #keyOf(node: CheckedExpression): number | null {
    const known = this.#keys.get(node);
    if (known !== undefined) return known;
    const own = ownKey(node);
    const children = own === null ? [] : childrenOf(node).map((child) => this.#keyOf(child));
    const key = own === null || children.includes(null) ? null : this.#numberOf(`${own}(${children.join(',')})`);
    this.#keys.set(node, key);
    return key;
  }

  #numberOf(key: string): number {
    const known = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, known);
    return known;
  }

  /** The repeat an expression belongs to; null where it stands alone, or costs less than keeping it. */
  of(node: CheckedExpression): Repeat | null {
    if (node.op === 'constant' || node.op === 'slot') return null;
    const key = this.#keys.get(node) ?? null;
    if (key === null || (this.#seen.get(key) ?? 0) < 2) return null;
    const known = this.#repeats.get(key);
    if (known) return known;
    const repeat = { index: this.#first + this.#repeats.size, slots: [...slotsIn(node)], node };
    this.#repeats.set(key, repeat);
    return repeat;
  }

  /** Those that were asked for, in the order they were. */
  get all(): readonly Repeat[] {
    return [...this.#repeats.values()];
  }
}

const slotsIn = (node: CheckedExpression): ReadonlySet<number> =>
  new Set([...(node.op === 'slot' ? [node.slot] : []), ...childrenOf(node).flatMap((child) => [...slotsIn(child)])]);
