import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const LATENCY_BUCKETS_S = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

/** Counters and histograms of this process, in Prometheus' text form. */
export type Metrics = {
  readonly contentType: string;
  readonly text: () => Promise<string>;
  /** One answered public call: event kind, status, seconds from the first byte to the answer. */
  readonly publicCall: (kind: string, status: number, seconds: number) => void;
  readonly decision: (kind: string, decision: string) => void;
  /** One external call: what became of it, and how long that took. */
  readonly externalCall: (outcome: string, seconds: number) => void;
  /** One post-decision action that has ended: what became of it. */
  readonly action: (outcome: string) => void;
  /** One event of an experiment: compared, skipped because the node was busy, or failed. */
  readonly experiment: (outcome: string) => void;
  /** One token request of an application: `issued`, or the OAuth code of its refusal. */
  readonly tokenRequest: (outcome: string) => void;
  /** Registers a number read whenever metrics are asked for. */
  readonly observe: (name: string, help: string, read: () => number) => void;
  /** Like `observe`, one number per value of a label. */
  readonly observeEach: (
    name: string,
    help: string,
    label: string,
    read: () => Promise<Readonly<Record<string, number>>>,
  ) => void;
};

/** Remembers what was made for two texts; both must come from small sets. */
const remembering = <T>(make: (first: string, second: string) => T): ((first: string, second: string) => T) => {
  const made = new Map<string, T>();
  return (first, second) => {
    const key = `${first} ${second}`;
    const known = made.get(key) ?? make(first, second);
    made.set(key, known);
    return known;
  };
};

export const createMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: 'redoubt_public_call_seconds',
    help: 'Time to answer a call of the public API, by event kind and status.',
    labelNames: ['kind', 'status'],
    buckets: LATENCY_BUCKETS_S,
    registers: [registry],
  });
  const decisions = new Counter({
    name: 'redoubt_decisions_total',
    help: 'Decisions answered, stored answers included.',
    labelNames: ['kind', 'decision'],
    registers: [registry],
  });
  const externalCalls = new Histogram({
    name: 'redoubt_external_call_seconds',
    help: 'Time of external calls, by what became of them: ok, http:<status>, timeout, circuitOpen …',
    labelNames: ['outcome'],
    buckets: LATENCY_BUCKETS_S,
    registers: [registry],
  });
  const actions = new Counter({
    name: 'redoubt_post_decision_actions_total',
    help: 'Post-decision actions that ended, by what became of them: ran, nothing, conditionFalse, error, leftOut.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const experiments = new Counter({
    name: 'redoubt_experiment_events_total',
    help: 'Events that branches decided beside production, by outcome: compared, skipped while the node was busy, failed.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const tokenRequests = new Counter({
    name: 'redoubt_token_requests_total',
    help: 'Token requests of applications, by outcome: issued, or the OAuth error of the refusal.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Children are looked up here: the library would put their labels together and check them for every call.
  const callsOf = remembering((kind: string, status: string) => calls.labels(kind, status));
  const decisionsOf = remembering((kind: string, decision: string) => decisions.labels(kind, decision));
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    publicCall: (kind, status, seconds) => callsOf(kind, String(status)).observe(seconds),
    decision: (kind, decision) => decisionsOf(kind, decision).inc(),
    externalCall: (outcome, seconds) => externalCalls.labels(outcome).observe(seconds),
    action: (outcome) => actions.labels(outcome).inc(),
    experiment: (outcome) => experiments.labels(outcome).inc(),
    tokenRequest: (outcome) => tokenRequests.labels(outcome).inc(),
    observe: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
    observeEach: (name, help, label, read) => {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          for (const [value, number] of Object.entries(await read())) this.labels(value).set(number);
        },
      });
    },
  };
};
