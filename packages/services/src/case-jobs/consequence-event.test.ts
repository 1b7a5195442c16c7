import { describe, expect, it } from 'vitest';
import type { CompiledAssessment } from '../decisions/tenant-plans/compiled-assessment.ts';
import { consequenceEvent } from './consequence-event.ts';

const sending = { at: new Date('2026-11-23T10:00:00Z'), trackingId: 'case/1' };
const about = { kind: 'assessment-7', eventId: 'e-1' };
const observation = { kind: 'observation-7-2', schema: { statusDetails: {} }, path: '' };
const environmentWith = (assessment: object) => ({
  assessments: new Map([['loans', { kind: 'assessment-7', ...assessment } as unknown as CompiledAssessment]]),
});

describe('what a decision sends about an event of a defined assessment', () => {
  it('is the label of the assessment', () => {
    const environment = environmentWith({ observations: new Map(), label: { kind: 'label-7', schema: {}, path: '' } });
    const said = { labelAction: 'NonFraud', reason: 'Verified customer' } as const;
    expect(consequenceEvent(environment, 'label', about, said, sending)).toEqual({
      kind: 'label-7',
      body: {
        label: {
          labelSource: 'ManualReview',
          isFraud: false,
          reasonText: 'Verified customer',
          eventTimeStamp: '2026-11-23T10:00:00.000Z',
        },
        metadata: { eventId: 'e-1', trackingId: 'case/1', merchantTimeStamp: '2026-11-23T10:00:00.000Z' },
      },
    });
  });

  it('is its observation for statuses', () => {
    const other = { kind: 'observation-7-1', schema: {}, path: '' };
    const observations = new Map([
      ['bank', other],
      ['state', observation],
    ]);
    const environment = environmentWith({ observations, label: null });
    expect(consequenceEvent(environment, 'status', about, { caseAction: 'Reject' }, sending)).toMatchObject({
      kind: 'observation-7-2',
      body: {
        statusDetails: { statusType: 'Rejected', reasonType: 'ReviewFailed' },
        metadata: { eventId: 'e-1', observationId: 'case/1' },
      },
    });
  });

  it('is nothing where the assessment takes none', () => {
    const environment = environmentWith({ observations: new Map(), label: null });
    for (const step of ['status', 'label'] as const) {
      expect(consequenceEvent(environment, step, about, { caseAction: 'Approve' }, sending)).toBeNull();
      expect(consequenceEvent(environment, step, { ...about, kind: 'legacy-3' }, {}, sending)).toBeNull();
    }
  });
});
