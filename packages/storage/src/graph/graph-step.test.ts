import { newId } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import type { EventHead } from '../log/batch-writer.ts';
import type { PurchaseFacts, RelatedFacts } from '../log/log-event.ts';
import { graphStepOf, graphValue } from './graph-step.ts';

const where = { tenantId: newId(), environmentId: newId() };

const facts: PurchaseFacts = {
  decision: 'Review',
  reason: null,
  ruleId: null,
  rule: null,
  clause: null,
  hits: [],
  amount: 1,
  currency: 'EUR',
  userId: ' ann ',
  userName: null,
  email: 'Ann@Mail.Example ',
  ipAddress: '192.0.2.1',
  country: null,
  deviceId: null,
  paymentInstrumentIds: ['card-1', ' '],
  riskScore: null,
  latencyUs: null,
};
const purchase = (changes: Partial<PurchaseFacts> = {}): EventHead => ({
  ...where,
  kind: 'purchase',
  eventId: 'p1',
  eventTimeMs: 5000,
  facts: { ...facts, ...changes },
});

const related = (kind: 'label' | 'chargeback' | 'purchaseStatus', body: RelatedFacts['body']): EventHead => ({
  ...where,
  kind,
  eventId: 'x',
  eventTimeMs: 6000,
  facts: { subject: { kind: 'purchase', id: 'p1' }, merchantTimeStamp: null, trackingId: null, body },
});

describe('values of an event', () => {
  it('are compared as people would compare them', () => {
    expect(graphValue('phone', '0049 (30) 123-45')).toBe('+493012345');
    expect(graphValue('address', 'Straße 1,  MÜNCHEN; 80331')).toBe(graphValue('address', 'straße 1 Munchen 80331'));
    expect(graphValue('device', ' d1 ')).toBe('d1');
    expect(graphValue('email', ' ')).toBe('');
  });

  it('come from its facts; what it does not say is left out', () => {
    expect(graphStepOf(purchase({ shared: { phones: ['+1 2'], products: ['b', ''] } }))).toEqual({
      ...where,
      kind: 'purchase',
      eventId: 'p1',
      does: 'link',
      eventTimeMs: 5000,
      decision: 'Review',
      values: {
        user: ['ann'],
        device: [],
        payment: ['card-1'],
        email: ['ann@mail.example'],
        phone: ['+12'],
        address: [],
        ip: ['192.0.2.1'],
        product: ['b'],
      },
    });
  });

  it('are the texts too that a customer made searchable', () => {
    const own = { 'Booking.hotel': [' Grand ', 'grand'], nights: [3], empty: [' '] };
    expect(graphStepOf(purchase({ own }))).toMatchObject({ values: { own: { 'booking.hotel': ['grand', 'grand'] } } });
    expect(graphStepOf(purchase({ own: { nights: [3] } }))).not.toHaveProperty('values.own');
  });

  it('are those of attributes that were linkable when the event came; texts that were cut short link nothing', () => {
    const own = { 'agent.card': [' C-7 '], 'agent.note': ['x'.repeat(256)], 'agent.shift': ['night'] };
    const linkable = ['Points.agent.card', 'Points.agent.note', 'Points.agent.gone'];
    expect(graphStepOf(purchase({ own, linkable }))).toMatchObject({
      values: { attributes: { 'points.agent.card': ['c-7'] } },
    });
    expect(graphStepOf(purchase({ own }))).not.toHaveProperty('values.attributes');
  });

  it('are gone with the person that was erased from it', () => {
    expect(graphStepOf(purchase({ erased: true }))).toBeUndefined();
  });
});

describe('what marks an event', () => {
  const mark = { ...where, kind: 'purchase', eventId: 'p1', does: 'mark' };

  it('is a label, by what it says', () => {
    expect(graphStepOf(related('label', { labelState: 'Fraud' }))).toEqual({ ...mark, sign: 'label', isFraud: true });
    expect(graphStepOf(related('label', { labelState: 'Fraud', isFraud: false }))).toMatchObject({ isFraud: false });
  });

  it('is a label of a value itself, which is compared as those of events are', () => {
    const of = (
      kind: 'account' | 'paymentInstrument' | 'email' | 'purchase',
      id: string,
      labelState: string,
    ): EventHead => ({
      ...where,
      kind: 'label',
      eventId: 'x',
      eventTimeMs: 6000,
      facts: { subject: { kind, id }, merchantTimeStamp: null, trackingId: null, body: { labelState } },
    });
    const label = { ...where, does: 'label', eventTimeMs: 6000 };
    expect(graphStepOf(of('account', ' ann ', 'Fraud'))).toEqual({ ...label, of: 'user', value: 'ann', isFraud: true });
    expect(graphStepOf(of('paymentInstrument', 'card-1', 'Reversed'))).toMatchObject({ of: 'payment', isFraud: false });
    expect(graphStepOf(of('email', 'Ann@Mail.Example', 'Fraud'))).toMatchObject({ value: 'ann@mail.example' });
    expect(graphStepOf(of('email', ' ', 'Fraud'))).toBeUndefined();
  });

  it('is a chargeback until it is reversed, and no other event', () => {
    expect(graphStepOf(related('chargeback', { status: 'Accepted' }))).toEqual({
      ...mark,
      sign: 'chargeback',
      isFraud: true,
    });
    expect(graphStepOf(related('chargeback', { status: 'Reversed' }))).toMatchObject({ isFraud: false });
    expect(graphStepOf(related('purchaseStatus', { status: 'Approved' }))).toBeUndefined();
  });
});
