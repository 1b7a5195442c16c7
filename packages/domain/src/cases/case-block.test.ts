import { expect, it } from 'vitest';
import { canBlockWith } from './case-block.ts';
import { consequencesOf } from './case-consequences.ts';

it('values are blocked with decisions that reject or say fraud, and with no others', () => {
  expect(canBlockWith({ caseAction: 'Reject', labelAction: 'None' })).toBe(true);
  expect(canBlockWith({ caseAction: 'None', labelAction: 'Fraud' })).toBe(true);
  expect(canBlockWith({ caseAction: 'Approve', labelAction: 'NonFraud' })).toBe(false);
  expect(canBlockWith({ caseAction: 'None', labelAction: 'None' })).toBe(false);
});

it('blocking is the last thing that a decision sends', () => {
  const decision = { name: 'Reject', caseAction: 'Reject', labelAction: 'Fraud', code: null } as const;
  const block = { entities: 'email', until: '', agentId: 'ana', agent: 'Ana', writesLists: 'no' };
  expect(consequencesOf(decision, 'Stolen card', block).map(({ step }) => step)).toEqual(['status', 'label', 'block']);
  expect(consequencesOf(decision, 'Stolen card').map(({ step }) => step)).toEqual(['status', 'label']);
});
