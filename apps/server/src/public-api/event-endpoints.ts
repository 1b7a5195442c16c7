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
import { problemsText } from './public-errors.ts';
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
  { take, readBody }: PublicFrame,
  { decisions, clock }: Pick<PublicDependencies, 'decisions' | 'clock'>,
): void => {
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

  const answer = async (
    kind: EventKind,
    request: FastifyRequest,
    state: CallState,
    reply: FastifyReply,
  ): Promise<string> => {
    const body = readBody(request, state);
    const problems = shapeEvent(kind, body.value, state.reading);
    return decisions.record(incoming(kind, body, problems, request, state), sayingSo(reply));
  };

  const answerDefined = async (
    address: PublicAssessment,
    request: FastifyRequest,
    state: CallState,
    reply: FastifyReply,
  ): Promise<string> => {
    invariant(state.environment, 'a call is admitted before its body is read');
    const body = readBody(request, state);
    const called = calledAssessment(address, request.params as { readonly apiName: string }, state.environment);
    state.path = called.path;
    const problems = shapeCalled(address, called, body.value, state.reading);
    return decisions.record(incoming(called.kind, body, problems, request, state), sayingSo(reply));
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
      work: (request, state, reply) => answer(kind, request, state, reply),
    });
  }
  for (const address of DEFINED) {
    take({
      method: 'POST',
      url: PUBLIC_ASSESSMENTS[address].path,
      name: address,
      role: 'Risk_API',
      work: (request, state, reply) => answerDefined(address, request, state, reply),
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
