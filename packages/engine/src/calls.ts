import type { AssessmentTarget, ExternalCallDefinition, ListSourceDefinition } from '@redoubt/domain';
import type { CallAnswer, Caller, CallRecord, CallRequest, CallSource } from '@redoubt/fql';
import type { Id, Json } from '@redoubt/kernel';

/** An external call as it stands in the plan of its environment. */
export type PlanCall = {
  readonly id: Id;
  readonly name: string;
  readonly definition: ExternalCallDefinition;
  /** Sealed secrets by slot; absent in plans that are only looked back at. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** What the call answers where nothing is to be called. */
  readonly sample?: Json;
};

/** A name under which texts call another assessment, as it stands in the plan of its environment. */
export type PlanAssessment = {
  readonly id: Id;
  readonly name: string;
  readonly target: AssessmentTarget;
  /** What texts go on with where the call fails. */
  readonly defaultResponse: Json;
  /** What its owner says that it answers; it stands for the answer where nothing is to be called. */
  readonly sample?: Json;
};

/** A list that is kept elsewhere, as it stands in the plan of its environment. */
export type PlanRemoteList = {
  readonly id: Id;
  readonly name: string;
  readonly columns: readonly string[];
  readonly source: ListSourceDefinition;
  /** Sealed; absent where there is none, and in plans that are only looked back at. */
  readonly secret?: string;
};

/** Calls of an environment by name in lower case. */
export type LevelCalls = ReadonlyMap<string, PlanCall>;

/** External assessments of an environment by name in lower case. */
export type LevelAssessments = ReadonlyMap<string, PlanAssessment>;

/** The environment whose text calls, with what it may call. */
export type CallingLevel = {
  readonly environmentId: Id;
  readonly calls: LevelCalls;
  /** What it may call of other assessments; nothing where absent. */
  readonly assessments?: LevelAssessments;
  /** Lists that are kept elsewhere, by name in lower case. */
  readonly remoteLists?: ReadonlyMap<string, PlanRemoteList>;
};

/** Makes the calls of one event. It decides about time-outs and defaults, and never needs to throw. */
export type CallPort = {
  /** @param caller for figures alone: equal requests of several callers are one call. */
  readonly call: (request: CallRequest, level: CallingLevel, caller?: Caller) => CallAnswer | Promise<CallAnswer>;
};

/** A call that was made, and for which environment: two of them may mean different things by one name. */
export type LevelCallRecord = CallRecord & { readonly environmentId: Id };

/** Calls of one run, each made once, and what came back in the order in which it came. */
type TransactionCalls = CallPort & { readonly records: () => readonly LevelCallRecord[] };

const failed = (error: string): CallAnswer => ({ response: null, httpStatusCode: 0, error, latencyMs: 0 });

/** Where nothing is called. */
export const NO_CALLS: CallSource = { call: () => failed('Nothing answers calls here.') };

/** The calls as texts of one environment see them. */
export const callsSeenAt = (level: CallingLevel, port: CallPort | undefined): CallSource =>
  port === undefined ? NO_CALLS : { call: (request, caller) => port.call(request, level, caller) };

const keyOf = (environmentId: Id, request: CallRequest): string => JSON.stringify([environmentId, request]);

/** Equal requests are one call, for as long as this lives. Never throws. */
export const callsOnce = (port: CallPort): CallPort => {
  const made = new Map<string, CallAnswer | Promise<CallAnswer>>();
  const make: CallPort['call'] = async (request, level, caller) => {
    try {
      return await port.call(request, level, caller);
    } catch {
      return failed('The call failed.');
    }
  };
  return {
    call: (request, level, caller) => {
      const key = keyOf(level.environmentId, request);
      const known = made.get(key) ?? make(request, level, caller);
      made.set(key, known);
      return known;
    },
  };
};

/**
 * The calls of one run: equal requests are one call, and everything that came back is kept, failures too, so that a
 * replay can be given the same. Never throws.
 */
export const transactionCalls = (port: CallPort): TransactionCalls => {
  const records: LevelCallRecord[] = [];
  const once = callsOnce({
    call: async (request, level, caller) => {
      let answer: CallAnswer;
      try {
        answer = await port.call(request, level, caller);
      } catch {
        answer = failed('The call failed.');
      }
      records.push({ environmentId: level.environmentId, request, answer });
      return answer;
    },
  });
  return { call: once.call, records: () => records };
};

/**
 * Answers as they were recorded. A call that was not made then is made by `otherwise`; it fails where that is absent, and
 * `onMissing` is called with it.
 */
export const recordedCalls = (
  records: readonly LevelCallRecord[],
  onMissing: (request: CallRequest) => void = () => undefined,
  otherwise?: CallPort,
): CallPort => {
  const answers = new Map(records.map(({ environmentId, request, answer }) => [keyOf(environmentId, request), answer]));
  return {
    call: (request, level, caller) => {
      const answer = answers.get(keyOf(level.environmentId, request));
      if (answer === undefined && otherwise !== undefined) return otherwise.call(request, level, caller);
      if (answer === undefined) onMissing(request);
      return answer ?? failed('The call was not recorded.');
    },
  };
};

/** Answers every call with the sample of its definition, as the evaluation pane does. */
export const sampleCalls: CallPort = {
  call: ({ kind, name }, { calls, assessments }) => {
    if (kind === 'assessment') {
      const target = assessments?.get(name.toLowerCase());
      if (target === undefined) return failed('There is no such external assessment.');
      return { response: target.sample ?? null, httpStatusCode: 200, error: '', latencyMs: 0 };
    }
    const known = calls.get(name.toLowerCase());
    return known
      ? { response: known.sample ?? null, httpStatusCode: 200, error: '', latencyMs: 0, endpoint: known.definition.url }
      : failed('There is no such call.');
  },
};

export const levelCallsOf = (calls: readonly PlanCall[] | undefined): LevelCalls =>
  new Map((calls ?? []).map((call) => [call.name.toLowerCase(), call]));

export const levelAssessmentsOf = (assessments: readonly PlanAssessment[] = []): LevelAssessments =>
  new Map(assessments.map((each) => [each.name.toLowerCase(), each]));

export const levelRemoteListsOf = (lists: readonly PlanRemoteList[] = []): ReadonlyMap<string, PlanRemoteList> =>
  new Map(lists.map((list) => [list.name.toLowerCase(), list]));
