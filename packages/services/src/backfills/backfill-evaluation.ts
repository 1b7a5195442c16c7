import {
  ASSESSMENT_KINDS,
  DEFAULT_RUN_MODE,
  isAssessmentKind,
  isAssessmentSubject,
  shapeStoredEvent,
  velocityPayload,
  type DefinedSources,
  type LoggedAssessmentKind,
  type LoggedKind,
} from '@redoubt/domain';
import { openData, type EnrichmentData } from '@redoubt/enrichment';
import {
  aboutNameIn,
  compilePlan,
  contributionsOf,
  type EngineInput,
  type LevelVariables,
  type Plan,
} from '@redoubt/engine';
import { invariant, type JsonObject } from '@redoubt/kernel';
import { eventsOfPiece, isErased, type BackfillEntry, type BackfillPiece, type StoredEvent } from '@redoubt/storage';
import { listsAt, Moment, versionsBetween } from '../backtests/list-histories.ts';
import type { ListVersion } from '../backtests/protocol.ts';
import { Unknowns } from '../backtests/unknowns.ts';
import { ruleEvaluationOf } from '../decisions/recorded/recorded-event.ts';
import { ListIndex } from '../plans/list-index.ts';
import type { ListContentMessage } from '../plans/list-content.ts';
import { createVelocityKeys, type VelocityKeys } from '../velocity-runtime/velocity-keys.ts';
import type { BackfillJob, BackfillStepResult, WantedSubject } from './protocol.ts';

/** Recorded by events that rules decide; the others know their plan alone, and old ones not even that. */
type RecordedInputs = Partial<Pick<EngineInput, 'generated' | 'seed'>> & {
  readonly planId?: string;
  readonly variables?: LevelVariables;
};

/** Fetches what an evaluation is missing. */
export type BackfillSupply = {
  readonly contents: (versions: readonly ListVersion[]) => Promise<readonly ListContentMessage[]>;
  readonly counted: (planId: string) => Promise<readonly string[]>;
  readonly subjects: (wanted: readonly WantedSubject[]) => Promise<readonly (JsonObject | null)[]>;
};

type About = { readonly kind: LoggedAssessmentKind; readonly body: JsonObject; readonly name: string };

/** An event that some velocity has not counted, with the assessment it is about. */
type Uncounted = {
  readonly event: StoredEvent;
  readonly inputs: RecordedInputs;
  readonly missing: ReadonlySet<string>;
  readonly about: About | undefined;
};

/** Paths into the assessment an event is about; API names are words and hyphens, which mean themselves here. */
const subjectPaths = (sources: DefinedSources = {}): RegExp => {
  const names = [...ASSESSMENT_KINDS, ...Object.keys(sources).map((name) => name.split(':')[0])];
  return new RegExp(`^(${names.join('|')})(\\.|$)`, 'i');
};

const readsFrom = (plan: Plan, member: RegExp): boolean =>
  plan.levels.some(({ velocitySets }) =>
    velocitySets.some(({ compiled }) => compiled.attributes.some((path) => member.test(path))),
  );

const wantedOf = (event: StoredEvent): WantedSubject | undefined => {
  const { facts, environmentId, position } = event;
  const subject = 'subject' in facts ? facts.subject : null;
  const kind = subject && isAssessmentSubject(subject.kind) ? subject.kind : undefined;
  return subject && kind ? { environmentId, kind, eventId: subject.id, before: position } : undefined;
};

const kindsOf = (plan: Plan): ReadonlySet<LoggedKind> =>
  new Set(
    plan.levels.flatMap(({ velocitySets }) =>
      velocitySets.flatMap(({ velocities }) => [...velocities.values()].flatMap(({ kinds }) => [...kinds])),
    ),
  );

/**
 * Works out what stored events add to the velocities of one set, with the code that works it out for live events: each
 * with its own instant, seed and outcome, and with the lists of its time. Events whose recorded plan had a velocity
 * already are not evaluated for it again.
 */
export class BackfillEvaluation {
  readonly #job: BackfillJob;
  readonly #supply: BackfillSupply;
  readonly #unknowns = new Unknowns();
  readonly #moment = new Moment(this.#unknowns);
  readonly #plan: Plan;
  readonly #kinds: ReadonlySet<LoggedKind>;
  readonly #readsOutcome: boolean;
  readonly #readsSubject: boolean;
  readonly #keys: VelocityKeys;
  readonly #data: EnrichmentData;
  /** Series that events of a plan are still missing in. */
  readonly #missingIn = new Map<string, ReadonlySet<string>>();

  constructor(job: BackfillJob, supply: BackfillSupply) {
    this.#job = job;
    this.#supply = supply;
    this.#keys = createVelocityKeys(job.installationKey);
    // The server reports a file that cannot be used; here its facts count as not known.
    this.#data = openData(job.data, { onProblem: () => undefined });
    const { environmentId, levels, set } = job;
    const { plan, problems } = compilePlan(
      'backfill',
      environmentId,
      levels.map(({ lists, ...level }) => ({
        ...level,
        environmentName: '',
        runMode: DEFAULT_RUN_MODE,
        rules: [],
        lists: listsAt(lists, this.#moment),
        ...(level.environmentId === environmentId ? { velocitySets: [set] } : {}),
      })),
      new Map(),
    );
    invariant(problems.length === 0, 'a set was checked before it is evaluated');
    this.#plan = plan;
    this.#kinds = kindsOf(plan);
    this.#readsOutcome = readsFrom(plan, /^ruleEvaluation(\.|$)/i);
    this.#readsSubject = readsFrom(plan, subjectPaths(job.set.sources));
  }

  /** Evaluates the next piece. */
  async step(piece: BackfillPiece): Promise<BackfillStepResult> {
    const events = eventsOfPiece(piece).filter((event) => this.#kinds.has(event.kind) && !isErased(event));
    const uncounted = await this.#withSubjects(await this.#uncounted(events));
    await this.#fetchContents(uncounted);
    const entries = uncounted.flatMap((each) => this.#entryOf(each) ?? []);
    return { entries, missingLists: this.#unknowns.result.map(({ name }) => name) };
  }

  async #uncounted(events: readonly StoredEvent[]): Promise<readonly Omit<Uncounted, 'about'>[]> {
    const found: Omit<Uncounted, 'about'>[] = [];
    for (const event of events) {
      const inputs = JSON.parse(event.inputsText) as RecordedInputs;
      const missing = await this.#missing(inputs.planId);
      if (missing.size > 0) found.push({ event, inputs, missing });
    }
    return found;
  }

  async #missing(planId = ''): Promise<ReadonlySet<string>> {
    const known = this.#missingIn.get(planId);
    if (known !== undefined) return known;
    // An event without a plan is older than any that a set with a backfill was ever part of.
    const counted = planId === '' ? [] : await this.#supply.counted(planId);
    const missing = new Set(this.#job.series.filter((series) => !counted.includes(series)));
    this.#missingIn.set(planId, missing);
    return missing;
  }

  async #withSubjects(events: readonly Omit<Uncounted, 'about'>[]): Promise<readonly Uncounted[]> {
    const wanted = this.#readsSubject ? events.flatMap(({ event }) => wantedOf(event) ?? []) : [];
    const bodies = wanted.length === 0 ? [] : await this.#supply.subjects(wanted);
    const byPosition = new Map(
      wanted.map(({ kind, before }, index) => {
        const body = bodies[index] ?? null;
        return [before, body === null ? undefined : { kind, body, name: aboutNameIn(this.#plan, kind) }];
      }),
    );
    return events.map((each) => ({ ...each, about: byPosition.get(each.event.position) }));
  }

  async #fetchContents(events: readonly Uncounted[]): Promise<void> {
    const [first, last] = [events[0]?.event.position, events.at(-1)?.event.position];
    if (first === undefined || last === undefined) return;
    const histories = this.#job.levels.flatMap(({ lists }) => lists);
    const wanted = versionsBetween(histories, first, last).filter(({ hash }) => !this.#moment.contents.has(hash));
    if (wanted.length === 0) return;
    for (const { hash, columns, rows, life } of await this.#supply.contents(wanted)) {
      this.#moment.contents.set(hash, new ListIndex(columns, rows, life));
    }
  }

  #entryOf({ event, inputs, missing, about }: Uncounted): BackfillEntry | undefined {
    const { kind, position, eventTimeMs, receivedAtMs, historical, correlationId } = event;
    const body = JSON.parse(event.requestText) as JsonObject;
    // What cannot be read as the event it was taken for adds nothing; the schema may have grown stricter since.
    if (shapeStoredEvent(kind, body).length > 0) return undefined;
    this.#moment.position = position;
    this.#unknowns.begin();
    const payload = velocityPayload({ body, ruleEvaluation: this.#outcomeOf(event), about });
    const nowMs = historical ? eventTimeMs : receivedAtMs;
    const { generated = {}, seed = 0 } = inputs;
    const input = {
      payload,
      generated,
      nowMs,
      correlationId,
      seed,
      enrichment: this.#data.source,
    };
    const added = contributionsOf(this.#plan, kind, input, inputs.variables);
    this.#unknowns.settle();
    const contributions = this.#keys.encode(
      this.#job.tenantId,
      added.filter(({ velocity }) => missing.has(velocity.series)),
    );
    return contributions && { originPosition: position, eventTimeMs, contributions };
  }

  #outcomeOf({ kind, resultText }: StoredEvent): Parameters<typeof velocityPayload>[0]['ruleEvaluation'] {
    return this.#readsOutcome && isAssessmentKind(kind) ? ruleEvaluationOf(resultText) : undefined;
  }
}
