import { isAppError, SECOND_MS, MINUTE_MS, newId, type Clock, type Id, type JsonObject } from '@redoubt/kernel';
import { shapeBody } from '@redoubt/domain';
import type { DecisionService } from '../decisions/decision-service.ts';
import type { CompiledAssessment } from '../decisions/tenant-plans/compiled-assessment.ts';
import type { ResolvedEnvironment } from '../decisions/tenant-plans/plan-registry.ts';
import type { ExternalCalls } from '../call-runtime/external-calls.ts';
import { answerKeyIn, encryptAnswer, type AnswerKey } from './encrypt-answer.ts';

/** What a browser asks for whose session was just kept. */
export type BrowserQuestion = {
  readonly tenantId: Id;
  readonly environmentId: Id;
  /** Exactly as the definition writes it. */
  readonly apiName: string;
  /** Id of the event, made by the shop. */
  readonly requestId: string;
  readonly sessionId: string;
  readonly ip: string;
};

/** The encrypted answer, or why there is none; the reason names nothing that the page does not know. */
export type BrowserAnswer =
  /** The encrypted answer, and the address of the assessment, which the call is counted for. */
  | { readonly outcome: 'answered'; readonly text: string; readonly path: string }
  | { readonly outcome: 'refused'; readonly reason: string };

export type BrowserAssessments = { readonly assess: (question: BrowserQuestion) => Promise<BrowserAnswer> };

export type BrowserAssessmentOptions = {
  readonly decisions: Pick<DecisionService, 'resolveOpen' | 'record'>;
  readonly calls: Pick<ExternalCalls, 'forEvent'>;
  readonly clock: Clock;
  /** Milliseconds on a clock that never jumps. */
  readonly monotonicMs: () => number;
};

/** GUIDs with and without hyphens, and longer ids. */
export const REQUEST_ID = /^[\w-]{32,128}$/;

/** How long a key is used without asking again: as long as the merchant has to keep the one before. */
const KEY_FOR_MS = MINUTE_MS;
const KEY_WITHIN_MS = 5 * SECOND_MS;

const refused = (reason: string): BrowserAnswer => ({ outcome: 'refused', reason });

/**
 * Decides what browsers ask about themselves (`docs/reference/wire.md#device-facts`). No token: any visitor of a page
 * of the shop may ask, and only the shop's server can read the answer.
 */
export const createBrowserAssessments = (options: BrowserAssessmentOptions): BrowserAssessments => {
  const { decisions, calls, clock, monotonicMs } = options;
  const keys = new Map<string, { readonly key: AnswerKey; readonly untilMs: number }>();

  const keyOf = async (
    { tenantId, environmentId, requestId }: BrowserQuestion,
    environment: ResolvedEnvironment,
    { kind, keySetCall }: CompiledAssessment,
  ): Promise<AnswerKey | undefined> => {
    const level = environment.plans[kind]?.levels[0];
    const call = level?.calls.get(keySetCall?.toLowerCase() ?? '');
    if (level === undefined || call === undefined) return undefined;
    const place = `${tenantId}/${call.id}`;
    const known = keys.get(place);
    const nowMs = monotonicMs();
    if (known !== undefined && known.untilMs > nowMs) return known.key;
    const port = calls.forEvent({ tenantId, environmentId, kind, eventId: requestId, untilMs: nowMs + KEY_WITHIN_MS });
    const answer = await port.call({ kind: 'external', name: call.name, arguments: [] }, level);
    const key = answer.error === '' ? answerKeyIn(answer.response) : undefined;
    if (key !== undefined) keys.set(place, { key, untilMs: nowMs + KEY_FOR_MS });
    return key;
  };

  const decide = (
    { tenantId, requestId, sessionId, ip }: BrowserQuestion,
    environment: ResolvedEnvironment,
    { kind, schema }: CompiledAssessment,
  ): Promise<string> => {
    const receivedAtMs = clock.now();
    const correlationId = newId();
    const body: JsonObject = {
      metadata: {
        eventId: requestId,
        merchantTimeStamp: new Date(receivedAtMs).toISOString(),
        trackingId: correlationId,
        sessionId,
      },
      deviceFingerprinting: { id: sessionId, ipAddress: ip },
    };
    shapeBody(schema, body);
    const requestText = JSON.stringify(body);
    return decisions.record({
      kind,
      tenantId,
      environment,
      body,
      requestText,
      receivedAtMs,
      historical: false,
      correlationId,
    });
  };

  return {
    assess: async (question) => {
      const { tenantId, environmentId, apiName, requestId } = question;
      if (!REQUEST_ID.test(requestId)) return refused('requestId takes a GUID');
      try {
        const environment = await decisions.resolveOpen(tenantId, environmentId);
        const found = environment.assessments.get(apiName.toLowerCase());
        const isOpen = environment.environment.parentId === null && found?.apiName === apiName;
        if (!isOpen || found.keySetCall === null) return refused('the assessment answers no browsers');
        const key = await keyOf(question, environment, found);
        // Without a key the answer could not be read: nothing is decided then.
        if (key === undefined) return refused('there is no key to encrypt the answer with');
        const text = encryptAnswer(await decide(question, environment, found), key);
        return { outcome: 'answered', text, path: found.path };
      } catch (error) {
        if (isAppError(error)) return refused('the assessment cannot be made now');
        throw error;
      }
    },
  };
};
