import { fail } from '@redoubt/domain';

/** Who asks for work to be done: tenants take turns, and each person has a share of what waits. */
export type Asker = { readonly tenantId: string; readonly personId: string };

type Waiting = { readonly asker: Asker; readonly begin: () => void };

export type FairQueueOptions = {
  /** Work that may wait or run, of all tenants. */
  readonly most: number;
  /** The same of one person. */
  readonly mostOfPerson: number;
};

/**
 * Does one piece of work at a time. Tenants take turns, so that one waits for a single piece of each other one, however
 * much they ask for.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** By tenant, in the order in which their turns come. */
  readonly #lanes = new Map<string, Waiting[]>();
  readonly #ofPerson = new Map<string, number>();
  #size = 0;
  #running = false;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Throws REQ-OVERLOADED where too much waits, of the person or of all. */
  async run<Result>(asker: Asker, work: () => Promise<Result>): Promise<Result> {
    const person = `${asker.tenantId} ${asker.personId}`;
    const own = this.#ofPerson.get(person) ?? 0;
    if (this.#size >= this.#options.most || own >= this.#options.mostOfPerson) throw fail('REQ-OVERLOADED');
    this.#size += 1;
    this.#ofPerson.set(person, own + 1);
    try {
      await this.#turn(asker);
      return await work();
    } finally {
      this.#size -= 1;
      const left = (this.#ofPerson.get(person) ?? 1) - 1;
      if (left === 0) this.#ofPerson.delete(person);
      else this.#ofPerson.set(person, left);
      this.#next();
    }
  }

  #turn(asker: Asker): Promise<void> | undefined {
    if (!this.#running) {
      this.#running = true;
      return undefined;
    }
    return new Promise((begin) => {
      const lane = this.#lanes.get(asker.tenantId) ?? [];
      lane.push({ asker, begin });
      this.#lanes.set(asker.tenantId, lane);
    });
  }

  /** The tenant whose turn it was comes after all others that wait. */
  #next(): void {
    const [tenantId, lane] = this.#lanes.entries().next().value ?? [];
    const first = lane?.shift();
    if (tenantId === undefined || lane === undefined || first === undefined) {
      this.#running = false;
      return;
    }
    this.#lanes.delete(tenantId);
    if (lane.length > 0) this.#lanes.set(tenantId, lane);
    first.begin();
  }
}
