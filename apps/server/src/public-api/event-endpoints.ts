import {
  PUBLIC_ASSESSMENTS,
  PUBLIC_BRANCH_TESTS,
  PUBLIC_EVENTS,
  publicAliasesOf,
  type PublicAssessment,
  type PublicBranchTest,
} from '@redoubt/contracts';
import { fail, isBuiltInKind, shapeEvent, type BodyProblem, type EventKind, type LoggedKind } from '@redoubt/domain';
import { invariant } from '@redoubt/kernel';
import type { IncomingEvent } from '@redoubt/services';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ParsedBody } from './body/text-to-json.ts';
import { calledAssessment, shapeCalled } from './called-assessment.ts';
import type { CallState } from './call-state.ts';
import { createEventLines, type EventReader } from './event-lines.ts';
import { LINES_MEDIA_TYPE, problemsText } from './public-errors.ts';
import { shapeTested, testedBranch, type BranchTestNames } from './tested-branch.ts';
import type { PublicDependencies, PublicFrame } from './public-frame.ts';

/** `true` where the id was there before: the answer is the one it got then, by the rules of that time. */
const ANSWERED_BEFORE_HEADER = 'x-redoubt-answered-before';

const sayingSo = (reply: FastifyReply) => (): void => void reply.header(ANSWERED_BEFORE_HEADER, 'true');

const KINDS = Object.keys(PUBLIC_EVENTS) as EventKind[];

const DEFINED = Object.keys(PUBLIC_ASSESSMENTS) as PublicAssessment[];

const BRANCH_TESTS = Object.keys(PUBLIC_BRANCH_TESTS) as PublicBranchTest[];

const addressesOf = (kind: EventKind) =>
  [PUBLIC_EVENTS[kind].path, ...publicAliasesOf(kind)].map((url) => ({ url, kind }));

/** The event endpoints. One way for every kind: body (masked, parsed, shaped) → decision service → answer. */
export const registerEvents = (
  frame: PublicFrame,
  { decisions, clock }: Pick<PublicDependencies, 'decisions' | 'clock'>,
): void => {
  const { take, readBody } = frame;
  const lines = createEventLines(frame, { decisions });

  const incoming = <Kind extends LoggedKind>(
    kind: Kind,
    body: ParsedBody,
    problems: readonly BodyProblem[],
    request: FastifyRequest,
    state: CallState,
  ): IncomingEvent<Kind> => {
    const { caller, environment, historical } = state;
    invariant(caller && environment, 'a call is admitted before its body is read');
    if (problems.length > 0) throw fail('REQ-INVALID', { problems: problemsText(problems) });
    return {
      kind,
      tenantId: caller.tenantId,
      environment,
      body: body.value,
      // The definition may change: what it made of the body is what stays.
      requestText: isBuiltInKind(kind) ? body.text : JSON.stringify(body.value),
      receivedAtMs: clock.now(),
      historical,
      correlationId: request.correlationId,
    };
  };

  /** Answers one event, or several where the body is lines. */
  const answer = (read: EventReader, request: FastifyRequest, state: CallState, reply: FastifyReply) => {
    if (state.hasLines) {
      reply.type(`${LINES_MEDIA_TYPE}; charset=utf-8`);
      return lines.answer({ request, state, read });
    }
    if (!state.historical) lines.noteLive();
    return decisions.record(read(readBody(request, state), state), sayingSo(reply));
  };

  const readerOf =
    (kind: EventKind, request: FastifyRequest): EventReader =>
    (body, state) =>
      incoming(kind, body, shapeEvent(kind, body.value, state.reading), request, state);

  const definedReaderOf =
    (address: PublicAssessment, request: FastifyRequest, call: CallState): EventReader =>
    (body, state) => {
      invariant(state.environment, 'a call is admitted before its body is read');
      const called = calledAssessment(address, request.params as { readonly apiName: string }, state.environment);
      call.path = state.path = called.path;
      return incoming(called.kind, body, shapeCalled(address, called, body.value, state.reading), request, state);
    };

  const answerBranchTest = async (
    address: PublicBranchTest,
    request: FastifyRequest,
    state: CallState,
  ): Promise<string> => {
    invariant(state.environment, 'a call is admitted before its body is read');
    const body = readBody(request, state);
    const tested = testedBranch(address, request.params as BranchTestNames, state.environment);
    const problems = shapeTested(address, tested, body.value, state.reading);
    const event = incoming(tested.kind, body, problems, request, state);
    return decisions.test({ ...event, environment: tested.environment });
  };

  for (const { url, kind } of KINDS.flatMap(addressesOf)) {
    take({
      method: 'POST',
      url,
      name: kind,
      role: 'Risk_API',
      work: (request, state, reply) => answer(readerOf(kind, request), request, state, reply),
    });
  }
  for (const address of DEFINED) {
    take({
      method: 'POST',
      url: PUBLIC_ASSESSMENTS[address].path,
      name: address,
      role: 'Risk_API',
      work: (request, state, reply) => answer(definedReaderOf(address, request, state), request, state, reply),
    });
  }
  for (const address of BRANCH_TESTS) {
    take({
      method: 'POST',
      url: PUBLIC_BRANCH_TESTS[address].path,
      name: `${address}BranchTest`,
      role: 'Risk_API',
      work: (request, state) => answerBranchTest(address, request, state),
    });
  }
};

/** Ids of the endpoints bound here, for the guard test of the table. */
export const EVENT_ENDPOINT_IDS: readonly string[] = [
  ...KINDS.map((kind) => PUBLIC_EVENTS[kind].id),
  ...DEFINED.map((address) => PUBLIC_ASSESSMENTS[address].id),
  ...BRANCH_TESTS.map((address) => PUBLIC_BRANCH_TESTS[address].id),
];
