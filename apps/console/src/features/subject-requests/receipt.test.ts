import type { SubjectRequest } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import { daysLeft, receiptOf } from './receipt.ts';

const request: SubjectRequest = {
  id: '00000000-0000-4000-8000-000000000001',
  type: 'Delete',
  status: 'Pending',
  awaitsApproval: true,
  isMine: false,
  assessment: 'builtIn',
  assessmentName: null,
  property: 'user.userId',
  value: 'person-77001',
  subject: 'aB3dE',
  requested: { by: 'Mara', at: '2026-03-01T00:00:00.000Z' },
  dueAt: '2026-03-31T00:00:00.000Z',
  decided: null,
  reason: null,
  counts: [],
  first: null,
  last: null,
  progress: null,
  problem: null,
  completedAt: null,
  expiresAt: null,
  hasExport: false,
};

describe('a subject request', () => {
  it('has a receipt that does not say whom it is about', () => {
    const receipt = receiptOf(request, { subject: 'Built-in events, user.userId', kinds: '2 purchases' });
    expect(receipt).toContain(request.id);
    expect(receipt).not.toContain('person-77001');
  });

  it('is due while it is open', () => {
    const now = Date.parse('2026-03-29T12:00:00Z');
    expect(daysLeft(request, now)).toBe(1);
    expect(daysLeft({ ...request, dueAt: '2026-03-20T00:00:00.000Z' }, now)).toBe(-10);
    expect(daysLeft({ ...request, status: 'Complete' }, now)).toBeNull();
  });
});
