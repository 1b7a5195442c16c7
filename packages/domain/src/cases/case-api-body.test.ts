import type { JsonObject } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import {
  CASE_AGENT_BODY,
  CASE_API_EXAMPLES,
  CASE_DECISION_BODY,
  CASE_LEASE_BODY,
  CASE_NOTE_BODY,
  shapeCaseBody,
} from './case-api-body.ts';

const problemsOf = (schema: Parameters<typeof shapeCaseBody>[0], body: JsonObject) =>
  shapeCaseBody(schema, structuredClone(body)).map(({ path }) => path);

describe('a body about a case', () => {
  it('is read from the examples', () => {
    expect(problemsOf(CASE_AGENT_BODY, CASE_API_EXAMPLES.agent)).toEqual([]);
    expect(problemsOf(CASE_LEASE_BODY, CASE_API_EXAMPLES.lease)).toEqual([]);
    expect(problemsOf(CASE_DECISION_BODY, CASE_API_EXAMPLES.decision)).toEqual([]);
    expect(problemsOf(CASE_NOTE_BODY, CASE_API_EXAMPLES.note)).toEqual([]);
  });

  it('is refused with every wrong place', () => {
    expect(problemsOf(CASE_NOTE_BODY, {})).toEqual(['$.agent', '$.text']);
    const agent = { id: ' ', name: 'x'.repeat(101) };
    expect(problemsOf(CASE_LEASE_BODY, { agent, queueId: 'General', caseId: '7' })).toEqual([
      '$.agent.id',
      '$.agent.name',
      '$.queueId',
      '$.caseId',
    ]);
    expect(problemsOf(CASE_NOTE_BODY, { ...CASE_API_EXAMPLES.note, text: 'x'.repeat(4001) })).toEqual(['$.text']);
    expect(problemsOf(CASE_NOTE_BODY, { ...CASE_API_EXAMPLES.note, text: '\u0000' })).toEqual(['$.text']);
  });
});
