import {
  approveChange,
  type BodyIn,
  createRoutingRule,
  createRule,
  deleteRoutingRule,
  deleteRule,
  discardDraft,
  discardRoutingDraft,
  evaluateRoutingRule,
  evaluateRule,
  getBranches,
  getEvent,
  getRoutingRule,
  getRoutingRuleSet,
  getRoutingRuleVersion,
  getRoutingSymbols,
  getRule,
  getRuleSet,
  getRuleVersion,
  getSymbolTable,
  orderRoutingRules,
  orderRules,
  publishRoutingRule,
  publishRule,
  putPublishApproval,
  putRuleSettings,
  rejectChange,
  renameRoutingRule,
  renameRule,
  rollBackRoutingRule,
  rollBackRule,
  type RoutingRuleSet,
  type RuleDetail,
  type RuleSet,
  type RuleText,
  saveDraft,
  saveRoutingDraft,
  searchEvents,
  type SearchField,
  type SearchFilter,
  type SearchRow,
  setRoutingRuleActive,
  setRuleActive,
  withdrawChange,
} from '@redoubt/contracts';
import { familyOf, type Decision, type RuleFamily, type RuleType, type RunMode } from '@redoubt/domain';
import { queryOptions, useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import type { ApiCall } from '../../api/api-call.ts';
import { endpointKey, familyKey, ownKey, read, readKey } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';
import { useCall } from '../../app/console-context.tsx';
import type { RulePlace } from '../assessments/assessment.ts';

/** What a text is evaluated as: a rule, or an action after a decision. */
export type EvaluatedAs = { readonly type: RuleType; readonly decision: Decision };

/** The calls of each list. */
const CALLS = {
  deciding: {
    list: getRuleSet,
    get: getRule,
    version: getRuleVersion,
    save: saveDraft,
    discard: discardDraft,
    publish: publishRule,
    rollBack: rollBackRule,
    rename: renameRule,
    setActive: setRuleActive,
    remove: deleteRule,
    symbols: getSymbolTable,
  },
  routing: {
    list: getRoutingRuleSet,
    get: getRoutingRule,
    version: getRoutingRuleVersion,
    save: saveRoutingDraft,
    discard: discardRoutingDraft,
    publish: publishRoutingRule,
    rollBack: rollBackRoutingRule,
    rename: renameRoutingRule,
    setActive: setRoutingRuleActive,
    remove: deleteRoutingRule,
    symbols: getRoutingSymbols,
  },
} as const satisfies Record<RuleFamily, unknown>;

/** Where a rule stands. */
export const placeOf = ({ environmentId, assessment, type }: RuleDetail): RulePlace => ({
  environmentId,
  assessment,
  family: familyOf(type),
});

/** What stands in the paths of calls. */
const inPlace = ({ environmentId, assessment }: RulePlace) => ({ environmentId, assessment });

const listKey = (place: RulePlace, branch?: string): QueryKey =>
  readKey(CALLS[place.family].list, { params: inPlace(place), query: branch === undefined ? {} : { branch } });

/** Under which an evaluation of a text is cached. */
export const evaluationKey = (place: RulePlace, text: RuleText, as: EvaluatedAs): QueryKey =>
  readKey(evaluateRule, { params: inPlace(place), body: { ...as, text } });

/** The list; that of routing rules says which queues there are. */
const readRuleSet = (
  call: ApiCall,
  place: RulePlace,
  branch?: string,
  signal?: AbortSignal,
): Promise<RuleSet & Partial<Pick<RoutingRuleSet, 'queues' | 'routesTo'>>> => {
  const { environmentId, assessment, family } = place;
  const params = { environmentId, assessment };
  const options = signal ? { signal } : {};
  return family === 'routing'
    ? call(getRoutingRuleSet, { params, ...options })
    : call(getRuleSet, { params, query: { branch }, ...options });
};

/** The list. Hit counts of the last 24 hours grow, so it is read again every half minute while it is looked at. */
export const ruleSetQuery = (call: ApiCall, place: RulePlace, branch?: string) =>
  queryOptions({
    queryKey: listKey(place, branch),
    queryFn: ({ signal }) => readRuleSet(call, place, branch, signal),
    refetchInterval: 30_000,
  });

/** One rule as the editor opens it; never read again by itself, because the editor owns the text from then on. */
export const ruleQuery = (call: ApiCall, place: RulePlace, ruleId: string) =>
  read(
    call,
    CALLS[place.family].get,
    { params: { ...inPlace(place), ruleId } },
    { staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );

/** What a rule may name here. */
export const symbolsQuery = (call: ApiCall, place: RulePlace) =>
  read(call, CALLS[place.family].symbols, { params: inPlace(place) }, { staleTime: 60_000 });

export const RECENT_DAYS = 7;
/** How far back an event is looked for by its id; search allows thirteen months. */
const SEARCHED_DAYS = 390;
const DAY_MS = 86_400_000;

const EVENTS_SHOWN = 12;

/** Fields that a word typed to find an event may be the value of; an id is looked for in each. */
const IDENTIFYING: readonly SearchField[] = [
  'eventId',
  'email',
  'userId',
  'deviceId',
  'paymentInstrumentId',
  'ipAddress',
];

const fieldsFor = (wanted: string): readonly SearchField[] => {
  if (wanted.includes('@')) return ['email', 'userId', 'eventId'];
  return wanted.includes(':') || /^\d+(?:\.\d+){3}$/.test(wanted)
    ? ['ipAddress', 'eventId', 'deviceId']
    : IDENTIFYING.filter((field) => field !== 'ipAddress' && field !== 'email');
};

/**
 * Events to fill a sample from, newest first: the latest where nothing is `wanted`, else those of the last year that
 * have it as their id, or as the e-mail, user, device, card or address of the customer.
 */
export const eventsQuery = (call: ApiCall, place: RulePlace, wanted: string, now: number) =>
  queryOptions({
    queryKey: ownKey('recentEvents', place.environmentId, place.assessment, wanted),
    queryFn: async ({ signal }): Promise<readonly SearchRow[]> => {
      const search = async (days: number, filters: readonly SearchFilter[]) =>
        call(searchEvents, {
          params: { environmentId: place.environmentId },
          body: {
            eventType: place.assessment,
            from: new Date(now - days * DAY_MS).toISOString(),
            to: new Date(now + DAY_MS).toISOString(),
            filters: [...filters],
            limit: EVENTS_SHOWN,
          },
          signal,
        });
      if (wanted === '') return (await search(RECENT_DAYS, [])).rows;
      const answers = await Promise.all(
        fieldsFor(wanted).map((field) => search(SEARCHED_DAYS, [{ field, operator: 'is', values: [wanted] }])),
      );
      const rows = answers.flatMap((answer) => answer.rows);
      const once = new Map(rows.map((row) => [`${row.environmentId} ${row.eventId}`, row]));
      return [...once.values()].toSorted((a, b) => b.eventTime.localeCompare(a.eventTime)).slice(0, EVENTS_SHOWN);
    },
    staleTime: 0,
  });

/** Runs a text over its sample on the server. */
export const evaluateText = (
  call: ApiCall,
  place: RulePlace,
  text: RuleText,
  { type, decision }: EvaluatedAs,
  signal: AbortSignal,
) =>
  type === 'routing'
    ? call(evaluateRoutingRule, { params: inPlace(place), body: { text }, signal })
    : call(evaluateRule, { params: inPlace(place), body: { type, decision, text }, signal });

/** The text of one published version. */
export const versionText = (
  call: ApiCall,
  { environmentId, assessment, id, type }: RuleDetail,
  ruleVersion: number,
  signal: AbortSignal,
) => call(CALLS[familyOf(type)].version, { params: { environmentId, assessment, ruleId: id, ruleVersion }, signal });

/** The request body of one event. */
export const eventRequest = async (
  call: ApiCall,
  { environmentId, assessment }: RulePlace,
  event: { readonly environmentId: string; readonly eventId: string },
) => {
  const { environmentId: eventEnvironmentId, eventId } = event;
  const params = { environmentId, eventType: assessment, eventEnvironmentId, eventId };
  return (await call(getEvent, { params })).request;
};

/** A change of a rule answers the rule; the list is read again. */
const onRule = ({ environmentId, assessment, family }: RulePlace) =>
  ({
    environmentId,
    changes: [CALLS[family].list],
    answers: {
      read: CALLS[family].get,
      params: ({ id }: { readonly id: string }) => ({ assessment, ruleId: id }),
    },
  }) as const;

/** An order to be saved, of the rules of one type. */
type RuleOrder = { readonly version: string; readonly type: RuleType; readonly ruleIds: readonly string[] };

type Of<Rest = unknown> = Rest & { readonly id: string };

/** Mutations of the list; each reads the tag of the rule first. */
export const useRuleListMutations = (place: RulePlace, branch?: string) => {
  const call = useCall();
  const client = useQueryClient();
  const { environmentId, assessment } = place;
  const params = inPlace(place);
  const calls = CALLS[place.family];
  const answering = { ...onRule(place), afterRefusal: true };
  const onSet = (set: RuleSet) => client.setQueryData(listKey(place, branch), set);
  const again = () => void client.invalidateQueries({ queryKey: familyKey(calls.get, environmentId) });
  const toOne = async (ruleId: string) => {
    const { version } = await call(calls.get, { params: { ...params, ruleId } });
    return { params: { assessment, ruleId }, version };
  };
  return {
    rename: useWrite(
      calls.rename,
      async ({ id, name, description }: Of<{ readonly name: string; readonly description: string }>) => {
        const { version, ...one } = await toOne(id);
        return { ...one, body: { version, name, description } };
      },
      answering,
    ),
    setActive: useWrite(
      calls.setActive,
      async ({ id, active }: Of<{ readonly active: boolean }>) => {
        const { version, ...one } = await toOne(id);
        return { ...one, body: { version, active } };
      },
      answering,
    ),
    remove: useWrite(
      calls.remove,
      async ({ id }: Of) => {
        const { version, ...one } = await toOne(id);
        return { ...one, query: { version } };
      },
      { environmentId, afterRefusal: true, waits: false },
    ),
    order: useMutation({
      mutationFn: ({ ruleIds: wanted, version, type }: RuleOrder): Promise<RuleSet> => {
        const ruleIds = [...wanted];
        return type === 'routing'
          ? call(orderRoutingRules, { params, body: { version, ruleIds } })
          : call(orderRules, { params, body: { version, type, ruleIds, branch } });
      },
      onSuccess: onSet,
      onError: again,
    }),
    settings: useMutation({
      mutationFn: (body: { readonly version: string; readonly runMode: RunMode; readonly samplePayload?: unknown }) =>
        call(putRuleSettings, { params, body: { ...body, branch } }),
      onSuccess: onSet,
      onError: again,
    }),
    approval: useWrite(putPublishApproval, (required: boolean) => ({ body: { required } }), {
      environmentId,
      changes: [calls.list, getBranches],
      afterRefusal: true,
    }),
    rollBack: useWrite(
      calls.rollBack,
      async ({ id, to, note }: Of<{ readonly to: number; readonly note: string }>) => {
        const { version, ...one } = await toOne(id);
        return { ...one, body: { version, to, note } };
      },
      answering,
    ),
  };
};

const MAX_NAMES_TRIED = 5;

/** A rule to be stored. */
type NewRule = {
  readonly name: string;
  /** Another name where that one is taken and no person chose it. */
  readonly nameAmong?: (set: RuleSet) => string;
  readonly description: string;
  readonly type: RuleType;
  readonly text: RuleText;
  readonly branch?: string | undefined;
};

/** Mutations of the editor; each takes the version tag the editor holds. A rule has its id from when it is stored. */
export const useRuleMutations = (place: RulePlace, ruleId: () => string) => {
  const call = useCall();
  const client = useQueryClient();
  const { environmentId, assessment } = place;
  const calls = CALLS[place.family];
  const one = () => ({ ...inPlace(place), ruleId: ruleId() });
  const params = () => ({ assessment, ruleId: ruleId() });
  const answering = onRule(place);
  const gone = { environmentId, changes: [calls.list], waits: false } as const;
  const onSuccess = (rule: RuleDetail) => {
    client.setQueryData(readKey(calls.get, { params: { ...inPlace(place), ruleId: rule.id } }), rule);
    void client.invalidateQueries({ queryKey: endpointKey(calls.list, environmentId) });
  };
  const create = ({ type, branch, ...rule }: Omit<NewRule, 'nameAmong'>): Promise<RuleDetail> =>
    type === 'routing'
      ? call(createRoutingRule, { params: inPlace(place), body: rule })
      : call(createRule, { params: inPlace(place), body: { ...rule, type, branch } });
  /** The rule after a decision about a change of it. */
  const decided = async (change: Promise<unknown>): Promise<RuleDetail> => {
    await change;
    return call(calls.get, { params: one() });
  };
  return {
    read: () => call(calls.get, { params: one() }),
    save: useWrite(calls.save, (body: BodyIn<typeof saveDraft>) => ({ params: params(), body }), answering),
    publish: useWrite(calls.publish, (body: BodyIn<typeof publishRule>) => ({ params: params(), body }), answering),
    rollBack: useWrite(calls.rollBack, (body: BodyIn<typeof rollBackRule>) => ({ params: params(), body }), answering),
    rename: useWrite(calls.rename, (body: BodyIn<typeof renameRule>) => ({ params: params(), body }), answering),
    setActive: useWrite(
      calls.setActive,
      (body: BodyIn<typeof setRuleActive>) => ({ params: params(), body }),
      answering,
    ),
    discard: useWrite(calls.discard, () => ({ params: params() }), gone),
    remove: useWrite(
      calls.remove,
      ({ version }: { readonly version: string }) => ({ params: params(), query: { version } }),
      gone,
    ),
    approve: useMutation({
      mutationFn: (changeId: string) => decided(call(approveChange, { params: { environmentId, changeId } })),
      onSuccess,
    }),
    decline: useMutation({
      mutationFn: ({ requestId, reason }: { readonly requestId: string; readonly reason: string }) =>
        decided(call(rejectChange, { params: { environmentId, changeId: requestId }, body: { reason } })),
      onSuccess,
    }),
    withdraw: useMutation({
      mutationFn: (changeId: string) => decided(call(withdrawChange, { params: { environmentId, changeId } })),
      onSuccess,
    }),
    create: useMutation({
      mutationFn: async ({ nameAmong, ...rule }: NewRule) => {
        let { name } = rule;
        for (let attempt = 1; ; attempt += 1) {
          try {
            return await create({ ...rule, name });
          } catch (error) {
            const taken = error instanceof ApiError && error.code === 'RULE-NAME-TAKEN';
            if (!taken || nameAmong === undefined || attempt === MAX_NAMES_TRIED) throw error;
            name = nameAmong(await readRuleSet(call, place, rule.branch));
          }
        }
      },
      onSuccess,
    }),
  };
};
