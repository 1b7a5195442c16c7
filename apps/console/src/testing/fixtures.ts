/** A value that a support list blocks. */
export const BLOCKED_EMAIL = {
  value: 'a@x.example',
  status: 'Block',
  reason: 'Chargeback',
  comments: '',
  expiresAt: null,
  source: 'ListPage',
  added: { by: 'Tomas Berg', at: '2026-11-19T17:31:00.000Z' },
};

/** Work that makes an attribute searchable, 40 of 100 events on. */
export const RUNNING_FILL = {
  task: 'fill',
  status: 'running',
  eventsDone: 40,
  eventsTotal: 100,
  eventsFound: 3,
  eventsPerSecond: 10,
  secondsLeft: 6,
  problem: null,
  finishedAt: null,
};

/** What a text may name where there is nothing to name. */
export const NO_SYMBOLS = {
  attributes: [],
  lists: [],
  velocities: [],
  functions: [],
  sources: [],
  calls: [],
  assessments: [],
  limits: {},
};

/** A velocity as a decision read it. */
export const VELOCITY_READ = {
  environmentId: '00000000-0000-4000-8000-000000000001',
  environmentName: 'Production',
  name: 'spent',
  window: '7d',
  windowMode: 'aligned',
  includesCurrent: false,
  key: 'nora',
  value: 12,
  uncertainEvents: 0,
  isEstimate: false,
  warming: false,
} as const;
