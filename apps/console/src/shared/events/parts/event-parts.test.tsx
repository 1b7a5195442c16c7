import type { EventDetail, EventRouting } from '@redoubt/contracts';
import { createBundledTexts, TextProvider } from '@redoubt/i18n';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { giveLayout } from '../../../testing/give-layout.ts';
import { factsOfRequest } from '../event-facts.ts';
import { FactsView } from './FactsView.tsx';
import { JsonDrawer } from './json/JsonDrawer.tsx';
import { CalledOutPart } from './CalledOutPart.tsx';
import { LookedUpPart } from './LookedUpPart.tsx';
import { ReplayOutcome } from './ReplayPart.tsx';
import { Timeline } from './Timeline.tsx';
import { RoutingView } from './RoutingPart.tsx';
import { TraceView } from './TraceView.tsx';
import { DecisionReasons } from '../DecisionReasons.tsx';

const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;

const detail: EventDetail = {
  lookedUp: [],
  calls: [],
  actions: [],
  environmentId: id(1),
  environmentName: 'Production',
  environmentPath: ['Production'],
  eventType: 'purchase',
  assessment: 'purchase',
  assessmentName: null,
  eventId: 'pur-1',
  correlationId: id(2),
  eventTime: '2026-11-21T14:00:00.000Z',
  receivedAt: '2026-11-21T14:00:00.000Z',
  historical: false,
  position: 7,
  decision: 'Reject',
  reason: 'LIMIT',
  supportMessage: null,
  control: null,
  challengeType: null,
  rule: { id: id(3), name: 'Limits', version: 2, environmentId: id(1) },
  clause: 'Over the limit',
  outputs: {},
  riskScore: null,
  engineUs: 300,
  fraudLabel: 'None',
  status: null,
  velocities: [],
  routing: null,
  trace: [
    {
      environmentId: id(1),
      environmentName: 'Production',
      ruleId: id(3),
      ruleName: 'Limits',
      ruleVersion: 2,
      order: 1,
      outcome: 'decided',
      steps: [
        {
          name: 'Over the limit',
          kind: 'clause',
          code: 'RETURN Reject("LIMIT")\nWHEN @"totalAmount" > 220 && ContainsKey("Risky", "email", @"user.email")',
          outcome: 'fired',
          decision: 'Reject',
          reads: [
            { path: 'totalAmount', value: 250.5, missing: false },
            { path: 'user.email', value: 'a@x.example', missing: false },
          ],
          error: null,
        },
        {
          name: 'Later',
          kind: 'clause',
          code: 'RETURN Review()',
          outcome: 'notReached',
          decision: null,
          reads: [],
          error: null,
        },
      ],
    },
  ],
  related: [
    {
      kind: 'label',
      name: null,
      id: 'l1',
      receivedAt: '2026-11-21T15:00:00.000Z',
      eventTime: '2026-11-21T15:00:00.000Z',
      summary: 'Fraud',
      body: { labelState: 'Fraud' },
    },
  ],
  request: { purchaseId: 'pur-1', totalAmount: 250.5, user: { userId: 'u1', email: 'a@x.example' } },
  response: { resultDetails: { MerchantRuleDecision: 'Reject' } },
  planId: 'p1',
  case: 'none',
  masked: null,
};

const texts = createBundledTexts();
const show = (element: ReactElement) => render(<TextProvider texts={texts}>{element}</TextProvider>);

afterEach(cleanup);

describe('the answer of an event', () => {
  it('says in words why, with the values that were read', () => {
    show(<DecisionReasons detail={detail} />);
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Amount 250.50 is over 220',
      'E-mail a@x.example is on the list Risky',
    ]);
  });

  it('gives the condition of the rule where the clause has none', () => {
    const [rule] = detail.trace;
    const [fired] = rule?.steps ?? [];
    if (!rule || !fired) throw new Error('no rule in the example');
    const always = { ...fired, code: 'RETURN Reject("LIMIT")', reads: [] };
    const condition = {
      ...fired,
      name: 'condition',
      kind: 'condition' as const,
      code: 'WHEN @"totalAmount" > 220',
      outcome: 'true' as const,
      decision: null,
    };
    const answer = (steps: typeof rule.steps) => (
      <DecisionReasons detail={{ ...detail, trace: [{ ...rule, steps }] }} />
    );
    const { unmount } = show(answer([condition, always]));
    expect(screen.getByRole('listitem').textContent).toBe('Amount 250.50 is over 220');
    unmount();
    show(answer([always]));
    expect(screen.getByText(/has no condition/)).toBeDefined();
  });

  it('says so where no rule decided', () => {
    show(<DecisionReasons detail={{ ...detail, trace: [], reason: null }} />);
    expect(screen.getByText(/No rule decided/)).toBeDefined();
  });
});

describe('the path through the rules', () => {
  it('is open where it was decided, with each value beside its line', () => {
    show(<TraceView detail={detail} onLight={() => undefined} />);
    expect(screen.getByRole('button', { name: /Limits/ }).getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByTitle('totalAmount: 250.50')).toBeDefined();
    expect(screen.getByText('not reached')).toBeDefined();
  });

  it('lights the values of the clause that is pointed at', () => {
    const onLight = vi.fn();
    show(<TraceView detail={detail} onLight={onLight} />);
    const step = screen.getByText('hit').closest('li');
    fireEvent.pointerEnter(step as Element);
    expect(onLight).toHaveBeenLastCalledWith(new Set(['totalamount', 'user.email']));
    fireEvent.pointerLeave(step as Element);
    expect(onLight).toHaveBeenLastCalledWith(new Set());
  });
});

describe('the way of a case to its queue', () => {
  const [first] = detail.trace;
  if (!first) throw new Error('no rule in the example');
  const routing: EventRouting = {
    queue: 'Large',
    rule: { id: id(5), name: 'By amount', version: 3 },
    clause: 'Above the limit',
    missing: null,
    trace: [
      { ...first, ruleId: id(6), ruleName: 'Gift cards', outcome: 'conditionFalse', steps: [] },
      {
        ...first,
        ruleId: id(5),
        ruleName: 'By amount',
        ruleVersion: 3,
        steps: first.steps.slice(0, 1).map((step) => ({
          ...step,
          name: 'Above the limit',
          code: 'ROUTETO Queue("Large")\nWHEN @"totalAmount" > 220',
          decision: null,
        })),
      },
    ],
  };
  const view = (change: Partial<EventRouting> = {}) =>
    show(<RoutingView routing={{ ...routing, ...change }} onLight={() => undefined} />);

  it('names the queue, the rule and the clause, and opens that rule', () => {
    view();
    const section = screen.getByRole('region', { name: 'Routing' });
    expect(section.textContent).toContain('To Large');
    expect(section.textContent).toContain('Clause “Above the limit” of “By amount” chose the queue.');
    const rule = within(section).getByRole('button', { name: /By amount/ });
    expect([rule.getAttribute('aria-expanded'), rule.textContent]).toEqual(['true', expect.stringContaining('routed')]);
    expect(within(section).getByTitle('totalAmount: 250.50')).toBeDefined();
    const clause = within(section).getByText('1 Above the limit').closest('li');
    expect(clause?.style.getPropertyValue('--tone-bg')).toBe('var(--review-bg)');
  });

  it('says why a case went to General', () => {
    const { unmount } = view({ queue: 'General', rule: null, clause: null, trace: [] });
    expect(screen.getByText('There were no routing rules, so the case went to General.')).toBeDefined();
    unmount();
    view({ queue: 'General', missing: 'Large' });
    expect(screen.getByText(/^The queue “Large” had been deleted by then/)).toBeDefined();
  });
});

describe('the facts of an event', () => {
  it('stand part by part and name what was not sent', () => {
    show(<FactsView facts={factsOfRequest(detail.request)} read={new Set(['user.email'])} lit={new Set()} />);
    const customer = screen.getByRole('region', { name: 'Customer' });
    expect(within(customer).getByText('a@x.example').dataset['read']).toBe('true');
    expect(screen.getByText(/Payment, Shipping, Products, Device, Custom data/)).toBeDefined();
  });
});

describe('the timeline', () => {
  it('begins with the decision and goes on with what came later', () => {
    show(<Timeline detail={detail} footnote="Said below." />);
    expect(
      screen.getAllByRole('listitem').map((item) => item.firstElementChild?.nextElementSibling?.textContent),
    ).toEqual(['Assessed: Reject', 'Label: Fraud']);
    expect(screen.getByText('Said below.')).toBeTruthy();
  });
});

describe('deciding again', () => {
  const language = { recorded: 1, current: 1 };

  it('says that the same came out', () => {
    show(<ReplayOutcome replay={{ difference: null, language, data: [] }} />);
    expect(screen.getByRole('status').textContent).toBe('The same came out: decision, outputs, trace and answer.');
  });

  it('names the first difference, and the language where it has changed', () => {
    const data = [{ kind: 'geo' as const, recorded: 'city of May', current: 'city of June' }];
    const difference = { path: 'outputs.High amount.score', recorded: '12', recomputed: null };
    show(<ReplayOutcome replay={{ difference, language: { recorded: 1, current: 2 }, data }} />);
    const status = screen.getByRole('status');
    expect(status.textContent).toContain('outputs.High amount.score');
    expect(
      within(status)
        .getAllByRole('definition')
        .map((value) => value.textContent),
    ).toEqual(['12', 'nothing']);
    expect(status.textContent).toContain('Version 1 of the rule language decided it; this is version 2.');
    expect(status.textContent).toContain('other data (city of May); these are city of June.');
  });
});

describe('what the rules looked up', () => {
  it('shows what they were told, and names the publisher where the licence asks for it', () => {
    show(
      <LookedUpPart
        facts={[
          { kind: 'geo', asked: '192.0.2.1', found: { city: 'Bonn', isp: '' }, version: 'DB-IP Lite city ipv4 2026' },
          { kind: 'bin', asked: '411111', found: null, version: null },
          { kind: 'speed', asked: 'session', found: 512.4, version: null },
        ]}
      />,
    );
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['city']);
    expect(screen.getByText('Nothing is known')).toBeDefined();
    expect(screen.getByText('512 mph')).toBeDefined();
    expect(screen.getByRole('link', { name: 'IP Geolocation by DB-IP' }).getAttribute('href')).toBe(
      'https://db-ip.com',
    );
  });
});

describe('a model that was not there', () => {
  it('is said to have counted as 0', () => {
    show(<LookedUpPart facts={[{ kind: 'risk', asked: '', found: null, version: null }]} />);
    expect(screen.getByRole('heading', { name: 'Risk model' })).toBeDefined();
    expect(screen.getByText('No model scored the event: the score counted as 0')).toBeDefined();
  });
});

describe('what the rules asked other services', () => {
  it('shows each call with the answer the rule went on with, and why where there was no answer', () => {
    const made = {
      environmentName: 'Northfell',
      arguments: ['nora', { deep: 1 }],
      latencyMs: 12,
      response: { score: 1 },
      idempotencyKey: null,
    };
    show(
      <CalledOutPart
        calls={[
          { ...made, name: 'partner', httpStatusCode: 200, error: '' },
          { ...made, name: 'slow', httpStatusCode: 0, error: 'No answer came within 50 ms.' },
        ]}
      />,
    );
    expect(screen.getByText('External.partner(nora, {"deep":1})')).toBeDefined();
    expect(screen.getByLabelText('Answer').textContent).toContain('"score": 1');
    expect(screen.getByText('Failed: went on with the default')).toBeDefined();
    expect(screen.getByText('No answer came within 50 ms.')).toBeDefined();
  });
});

describe('the JSON drawer', () => {
  beforeAll(giveLayout);

  it('finds, folds and changes the part', () => {
    show(<JsonDrawer detail={detail} onClose={() => undefined} />);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'PUR-1' } });
    expect(screen.getByText('1 line')).toBeDefined();
    expect(screen.getByText(/"userId"/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Fold line 4' }));
    expect(screen.queryByText(/"userId"/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Response' }));
    expect(screen.getByText(/MerchantRuleDecision/)).toBeDefined();
  });

  it('closes with Escape', () => {
    const onClose = vi.fn();
    show(<JsonDrawer detail={detail} onClose={onClose} />);
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledOnce();
  });
});
