/** Longest text of a setting or secret of a destination. */
const MAX_TARGET_TEXT = 500;

/** One setting of a destination: what the form asks for, and what is checked when a subscription is saved. */
export type TraceTargetField = {
  /** Name in the settings; labels stand in the catalogue under `targets.<kind>.<name>`. */
  readonly name: string;
  readonly type: 'text' | 'number' | 'flag';
  readonly isRequired: boolean;
  /** Kept sealed and never returned; always a text. */
  readonly isSecret?: true;
  /** Of texts: all of it has to match. */
  readonly pattern?: RegExp;
  /** Of numbers, both inclusive. */
  readonly min?: number;
  readonly max?: number;
  /** Where a value is given: name of the secret that is needed with it. */
  readonly needs?: string;
  /** Used where nothing is given. */
  readonly fallback?: string | number | boolean;
};

/** An HTTPS address; plain HTTP only where the operator allows its host. */
const WEB_ADDRESS = /^https?:\/\/[^\s]+$/;
/** Begins with a letter or digit, so that no name climbs out of a directory. */
const FOLDER_NAME = /^[a-z0-9][a-z0-9_-]{0,62}$/;

/** A name or an address, without a port. */
const HOST = /^[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9])?$|^[0-9a-f:.]{2,45}$/i;
/** A key without blanks. */
const STREAM_KEY = /^[^\s]{1,200}$/;
/** Of a queue, topic, exchange or event hub, as the broker writes it. */
const AMQP_ADDRESS = /^[^\s]{1,260}$/;
/** Parts with dots between them and no wildcards; `{namespace}`, `{tenant}` and `{environment}` stand for values. */
const NATS_SUBJECT =
  /^(?=.{1,200}$)(?:[\w-]|\{(?:namespace|tenant|environment)\})+(?:\.(?:[\w-]|\{(?:namespace|tenant|environment)\})+)*$/;

/** What destinations of event tracing are set up by, for each kind; a new kind adds a row here and an adapter in the services. */
export const TRACE_TARGETS = {
  webhook: [{ name: 'url', type: 'text', isRequired: true, pattern: WEB_ADDRESS }],
  file: [
    { name: 'folder', type: 'text', isRequired: true, pattern: FOLDER_NAME },
    { name: 'maxMegabytes', type: 'number', isRequired: false, min: 1, max: 1024, fallback: 64 },
    { name: 'keepFiles', type: 'number', isRequired: false, min: 1, max: 10_000, fallback: 100 },
  ],
  redis: [
    { name: 'host', type: 'text', isRequired: true, pattern: HOST },
    { name: 'port', type: 'number', isRequired: false, min: 1, max: 65_535, fallback: 6379 },
    { name: 'stream', type: 'text', isRequired: true, pattern: STREAM_KEY },
    { name: 'tls', type: 'flag', isRequired: false, fallback: true },
    { name: 'user', type: 'text', isRequired: false },
    { name: 'password', type: 'text', isRequired: false, isSecret: true },
    { name: 'maxLength', type: 'number', isRequired: false, min: 0, max: 1_000_000_000, fallback: 0 },
  ],
  amqp: [
    { name: 'host', type: 'text', isRequired: true, pattern: HOST },
    { name: 'port', type: 'number', isRequired: false, min: 1, max: 65_535, fallback: 5671 },
    { name: 'address', type: 'text', isRequired: true, pattern: AMQP_ADDRESS },
    { name: 'tls', type: 'flag', isRequired: false, fallback: true },
    { name: 'user', type: 'text', isRequired: false, needs: 'password' },
    { name: 'password', type: 'text', isRequired: false, isSecret: true },
  ],
  nats: [
    { name: 'host', type: 'text', isRequired: true, pattern: HOST },
    { name: 'port', type: 'number', isRequired: false, min: 1, max: 65_535, fallback: 4222 },
    { name: 'subject', type: 'text', isRequired: true, pattern: NATS_SUBJECT },
    { name: 'tls', type: 'flag', isRequired: false, fallback: true },
    { name: 'user', type: 'text', isRequired: false, needs: 'password' },
    { name: 'password', type: 'text', isRequired: false, isSecret: true },
  ],
} as const satisfies Readonly<Record<string, readonly TraceTargetField[]>>;

export type TraceTargetKind = keyof typeof TRACE_TARGETS;
export const TRACE_TARGET_KINDS = Object.keys(TRACE_TARGETS) as [TraceTargetKind, ...TraceTargetKind[]];

/** Values of the settings of a destination that are no secrets, by name. */
export type TraceTargetSettings = Readonly<Record<string, string | number | boolean>>;
/** Secrets of a destination, by name. */
export type TraceTargetSecrets = Readonly<Record<string, string>>;

export const traceTargetFields = (kind: TraceTargetKind): readonly TraceTargetField[] => TRACE_TARGETS[kind];

/** Which field of the settings is wrong, and why; the code has a sentence in every catalogue. */
export type TraceTargetProblem = {
  readonly field: string;
  readonly problem: 'unknown' | 'missing' | 'type' | 'form' | 'range' | 'long';
};

const problemOf = (field: TraceTargetField, value: unknown): TraceTargetProblem['problem'] | null => {
  if (field.type === 'flag') return typeof value === 'boolean' ? null : 'type';
  if (field.type === 'number') {
    if (typeof value !== 'number' || !Number.isInteger(value)) return 'type';
    return value < (field.min ?? -Infinity) || value > (field.max ?? Infinity) ? 'range' : null;
  }
  if (typeof value !== 'string') return 'type';
  if (value.length > MAX_TARGET_TEXT) return 'long';
  return field.pattern && !field.pattern.test(value) ? 'form' : null;
};

/**
 * What is wrong with settings and secrets of a destination, all at once.
 *
 * @param kept names of secrets that are stored already and need not be given again.
 * @param lost names of secrets that are stored for another destination of the kind: each is given again, or as an empty text to go
 *   without it, so that none is dropped by a changed address.
 */
export const traceTargetProblems = (
  kind: TraceTargetKind,
  settings: TraceTargetSettings,
  secrets: TraceTargetSecrets,
  kept: readonly string[] = [],
  lost: readonly string[] = [],
): readonly TraceTargetProblem[] => {
  const fields = traceTargetFields(kind);
  const isPlaced = (name: string, inSecrets: boolean): boolean =>
    fields.some((field) => field.name === name && (field.isSecret === true) === inSecrets);
  const unknown = [
    ...Object.keys(settings).filter((name) => !isPlaced(name, false)),
    ...Object.keys(secrets).filter((name) => !isPlaced(name, true)),
  ].map((field): TraceTargetProblem => ({ field, problem: 'unknown' }));
  const wrong = fields.flatMap((field): TraceTargetProblem[] => {
    const value = field.isSecret ? secrets[field.name] : settings[field.name];
    if (value === undefined || value === '') {
      const isLost = field.isSecret === true && value === undefined && lost.includes(field.name);
      const isMissing = isLost || (field.isRequired && !(field.isSecret && kept.includes(field.name)));
      return isMissing ? [{ field: field.name, problem: 'missing' }] : [];
    }
    const problem = problemOf(field, value);
    return problem === null ? [] : [{ field: field.name, problem }];
  });
  const alone = fields.flatMap(({ name, needs }): TraceTargetProblem[] => {
    const isGiven = (settings[name] ?? '') !== '';
    if (needs === undefined || !isGiven || (secrets[needs] ?? '') !== '' || kept.includes(needs)) return [];
    if (wrong.some(({ field }) => field === needs)) return [];
    return [{ field: needs, problem: 'missing' }];
  });
  return [...unknown, ...wrong, ...alone];
};

/** Settings besides texts that say where secrets go: another service of the host, or a connection that others read. */
const OF_PLACE: readonly string[] = ['port', 'tls'];

/** Whether settings name the same destination, so that secrets of the one may be used for the other. */
export const isSameTarget = (kind: TraceTargetKind, one: TraceTargetSettings, other: TraceTargetSettings): boolean =>
  traceTargetFields(kind).every(
    ({ name, type, isSecret, fallback }) =>
      (type !== 'text' && !OF_PLACE.includes(name)) ||
      isSecret ||
      (one[name] ?? fallback) === (other[name] ?? fallback),
  );

/** Settings with what is used where nothing was given. */
export const withTargetFallbacks = (kind: TraceTargetKind, settings: TraceTargetSettings): TraceTargetSettings => ({
  ...Object.fromEntries(
    traceTargetFields(kind).flatMap(({ name, fallback }) => (fallback === undefined ? [] : [[name, fallback]])),
  ),
  ...settings,
});
