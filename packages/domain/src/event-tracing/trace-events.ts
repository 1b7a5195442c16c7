import { kindFacts, type LoggedKind } from '../events/event-kinds.ts';

/** Where events that can be sent come from; each is followed by its own position. */
export const TRACE_SOURCES = ['log', 'activity', 'case'] as const;
export type TraceSource = (typeof TRACE_SOURCES)[number];

export const TRACE_GROUPS = [
  'transactional',
  'trace',
  'assessment',
  'audit',
  'activity',
  'monitoring',
  'errors',
] as const;
export type TraceGroup = (typeof TRACE_GROUPS)[number];

type TraceEventFacts = {
  readonly group: TraceGroup;
  readonly source: TraceSource;
  /** A namespace that ends with a dot is followed by the name of the API. */
  readonly namespace: string;
};

/**
 * Events that a subscription can choose, under the namespaces of Dynamics 365 Fraud Protection (its article on event
 * tracing), so that consumers written for it go on. The distribution of request latencies is not among them: the product
 * counts calls by the minute, not in 20 seconds.
 */
export const TRACE_EVENTS = {
  assessmentCalls: { group: 'transactional', source: 'log', namespace: 'FraudProtection.Assessment.' },
  observeCalls: { group: 'transactional', source: 'log', namespace: 'FraudProtection.Observe.' },
  ruleTraces: { group: 'trace', source: 'log', namespace: 'FraudProtection.Trace.Rule' },
  assessments: { group: 'assessment', source: 'log', namespace: 'FraudProtection.Assessments.' },
  observations: { group: 'assessment', source: 'log', namespace: 'FraudProtection.Observations.' },
  labels: { group: 'assessment', source: 'log', namespace: 'FraudProtection.Labels.' },
  cases: { group: 'assessment', source: 'case', namespace: 'FraudProtection.CaseManagement.Events' },
  audit: { group: 'audit', source: 'activity', namespace: 'FraudProtection.Audit' },
  activity: { group: 'activity', source: 'activity', namespace: 'FraudProtection.ActivityLog' },
  externalCalls: { group: 'monitoring', source: 'log', namespace: 'FraudProtection.Monitoring.ExternalCalls' },
  externalCallErrors: { group: 'errors', source: 'log', namespace: 'FraudProtection.Errors.ExternalCalls' },
} as const satisfies Readonly<Record<string, TraceEventFacts>>;
export type TraceEvent = keyof typeof TRACE_EVENTS;
export const TRACE_EVENT_NAMES = Object.keys(TRACE_EVENTS) as [TraceEvent, ...TraceEvent[]];

/** Version of the envelopes, as the original has it. */
export const TRACE_VERSION = '1.0';

export const MAX_TRACE_SUBSCRIPTIONS = 50;
export const MAX_TRACE_DESCRIPTION = 500;
/** Longest filter and longest projection. */
export const MAX_TRACE_TEXT = 4000;
/** Attempts for one message that a destination refuses, before it is set aside. */
export const MAX_TRACE_TRIES = 3;

/** The API name of a built-in kind of event: `Purchase`, `AccountLabel`. */
export const traceApiName = (kind: LoggedKind): string => kind.slice(0, 1).toUpperCase() + kind.slice(1);

/** Which events an event of the log can be sent as, besides those of its rules and calls. */
export const traceEventsOfKind = (kind: LoggedKind): readonly TraceEvent[] => {
  const { role } = kindFacts(kind);
  if (role === 'assessment') return ['assessmentCalls', 'assessments'];
  return ['observeCalls', role === 'label' ? 'labels' : 'observations'];
};
