import { DecisionService, isDecidedAlone, type IncomingEvent } from '@redoubt/services';
import type { LeftAnswer, LeftEvent } from './thread-protocol.ts';

/**
 * Decides what needs nothing but plan, velocities and data. What calls out, goes on after its answer, asks the graph or
 * takes part in an experiment is left to the main thread, where the state of all that is.
 */
export class ThreadDecisions extends DecisionService {
  readonly #leave: (event: LeftEvent) => Promise<LeftAnswer>;

  constructor(
    options: ConstructorParameters<typeof DecisionService>[0],
    leave: (event: LeftEvent) => Promise<LeftAnswer>,
  ) {
    super(options);
    this.#leave = leave;
  }

  override async record(event: IncomingEvent, onRepeat?: () => void): Promise<string> {
    if (isDecidedAlone(event)) return super.record(event, onRepeat);
    const { environment, nesting: _nesting, ...rest } = event;
    const { answerText, isRepeat } = await this.#leave({ ...rest, environmentId: environment.environment.id });
    if (isRepeat) onRepeat?.();
    return answerText;
  }
}
