/** Things to undo, newest first; each is tried whatever became of the others. */
export class Shutdown {
  readonly #steps: (() => Promise<unknown>)[] = [];
  #running: Promise<void> | undefined;

  add(step: () => Promise<unknown>): void {
    this.#steps.unshift(step);
  }

  run(): Promise<void> {
    this.#running ??= (async () => {
      const failures: unknown[] = [];
      for (const step of this.#steps) {
        await step().catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    })();
    return this.#running;
  }
}
