import { fail } from '@redoubt/domain';

/** Who asks for work to be done: tenants take turns, and each person has a share of what waits. */
export type Asker = { readonly tenantId: string; readonly personId: string };

type Waiting = { readonly begin: (place: number) => void };

export type FairQueueOptions = {
  /** Work that may wait or run, of all tenants. */
  readonly most: number;
  /** The same of one person. */
  readonly mostOfPerson: number;
  /** Pieces that run side by side, one of each tenant; one where absent. */
  readonly atOnce?: number;
};

/**
 * Does one piece of work of a tenant at a time. Tenants take turns, so that one waits for at most a single piece of each
 * other one, however much they ask for, and for none while a place is free.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** By tenant, in the order in which their turns come. */
  readonly #lanes = new Map<string, Waiting[]>();
  readonly #ofPerson = new Map<string, number>();
  /** Tenants of which a piece runs. */
  readonly #running = new Set<string>();
  /** Places in which nothing runs, by number from 0; the first that was used is used first. */
  readonly #free: number[];
  #size = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.#free = Array.from({ length: options.atOnce ?? 1 }, (_unused, place) => place);
  }

  /** Whether a tenant waits because others have every place. */
  get isFull(): boolean {
    return this.#free.length === 0 && [...this.#lanes.keys()].some((tenantId) => !this.#running.has(tenantId));
  }

  /**
   * Throws REQ-OVERLOADED where too much waits, of the person or of all.
   *
   * @param work gets the number of its place, in which nothing else runs meanwhile.
   */
  async run<Result>(asker: Asker, work: (place: number) => Promise<Result>): Promise<Result> {
    const person = `${asker.tenantId} ${asker.personId}`;
    const own = this.#ofPerson.get(person) ?? 0;
    if (this.#size >= this.#options.most || own >= this.#options.mostOfPerson) throw fail('REQ-OVERLOADED');
    this.#size += 1;
    this.#ofPerson.set(person, own + 1);
    let place: number | undefined;
    try {
      place = await this.#turn(asker);
      return await work(place);
    } finally {
      this.#size -= 1;
      const left = (this.#ofPerson.get(person) ?? 1) - 1;
      if (left === 0) this.#ofPerson.delete(person);
      else this.#ofPerson.set(person, left);
      this.#running.delete(asker.tenantId);
      if (place !== undefined) this.#next(place);
    }
  }

  #turn({ tenantId }: Asker): number | Promise<number> {
    const place = this.#running.has(tenantId) ? undefined : this.#free.shift();
    if (place !== undefined) {
      this.#running.add(tenantId);
      return place;
    }
    return new Promise((begin) => {
      const lane = this.#lanes.get(tenantId) ?? [];
      lane.push({ begin });
      this.#lanes.set(tenantId, lane);
    });
  }

  /** The tenant whose turn it was comes after all others that wait. */
  #next(place: number): void {
    const [tenantId, lane] = [...this.#lanes].find(([each]) => !this.#running.has(each)) ?? [];
    const first = lane?.shift();
    if (tenantId === undefined || lane === undefined || first === undefined) {
      this.#free.unshift(place);
      return;
    }
    this.#lanes.delete(tenantId);
    if (lane.length > 0) this.#lanes.set(tenantId, lane);
    this.#running.add(tenantId);
    first.begin(place);
  }
}
