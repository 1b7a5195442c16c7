import type { TraceText } from '@redoubt/contracts';
import {
  MAX_TRACE_DESCRIPTION,
  MAX_TRACE_TEXT,
  nameKey,
  TRACE_EVENT_NAMES,
  TRACE_TARGET_KINDS,
  traceTargetFields,
} from '@redoubt/domain';
import { invariant } from '@redoubt/kernel';
import { listTraceSubscriptions, type StoredTraceSubscription, type TenantTransaction } from '@redoubt/storage';
import { z } from 'zod';
import type { EnvironmentContext } from '../../context.ts';
import {
  changeTraceSubscription,
  createTraceSubscription,
  deleteTraceSubscription,
} from '../../event-tracing/trace-subscriptions.commands.ts';
import { failAt } from '../../problems.ts';
import { tagOf } from '../../version-tag.ts';
import { fileNameOf } from '../configuration-file.ts';
import type { ResourceKind } from '../resource-kind.ts';
import { codeBlock, stepsOf, yamlFile } from '../yaml-file.ts';
import { yamlReader } from './yaml-reader.ts';

type TraceContent = Omit<TraceText, 'secrets'> & {
  /** Variables of the environment that hold its secrets, by the name of the secret. */
  readonly variables: Readonly<Record<string, string>>;
};

const text = z.string().max(4000);

const schema = z.strictObject({
  traceSubscription: z.string(),
  description: z.string().max(MAX_TRACE_DESCRIPTION).default(''),
  events: z.array(z.enum(TRACE_EVENT_NAMES)).min(1),
  destination: z.enum(TRACE_TARGET_KINDS),
  settings: z.record(z.string(), z.union([text, z.number(), z.boolean()])),
  secrets: z.record(z.string(), z.strictObject({ variable: z.string() })).default({}),
  filter: z.string().max(MAX_TRACE_TEXT).default(''),
  projection: z.string().max(MAX_TRACE_TEXT).default(''),
  masked: z.boolean(),
});

/** Members in one order, whatever order they were given in. */
const ordered = (settings: TraceText['settings']): TraceText['settings'] =>
  Object.fromEntries(Object.entries(settings).toSorted(([left], [right]) => (left < right ? -1 : 1)));

/** `REDOUBT_SECRET_TO_THE_WAREHOUSE_PASSWORD`: where an import looks for a secret that was never written down. */
const variableOf = (name: string, secret: string): string =>
  `REDOUBT_SECRET_${name}_${secret}`.toUpperCase().replaceAll(/\W/g, '_');

const find = async (trx: TenantTransaction, { environmentId }: EnvironmentContext, name: string) =>
  (await listTraceSubscriptions(trx, environmentId)).find((each) => nameKey(each.name) === nameKey(name));

/** What people entered: the secret that messages to webhooks are signed with is made by the product. */
const enteredSecrets = ({ kind, secrets }: StoredTraceSubscription): readonly string[] =>
  traceTargetFields(kind).flatMap(({ name, isSecret }) => (isSecret && Object.hasOwn(secrets, name) ? [name] : []));

const requireSecrets = (
  { kind, variables }: TraceContent,
  found: Readonly<Record<string, string>>,
  known: StoredTraceSubscription | undefined,
): void => {
  for (const [secret, variable] of Object.entries(variables)) {
    const isKept = known?.kind === kind && Object.hasOwn(known.secrets, secret);
    if (found[secret] !== undefined || isKept) continue;
    const message = `Its secret is kept nowhere. Set the variable ${variable}.`;
    throw failAt('TRACE-TARGET', { field: secret, problem: message }, [{ path: `secrets.${secret}`, message }]);
  }
};

/**
 * Subscriptions of event tracing. Whether one sends, how far it came, what it is signed with and what was refused belong to the
 * environment. Passwords are named by the variables that an import takes them from.
 */
export const traceSubscriptionKind: ResourceKind<TraceContent> = {
  kind: 'traceSubscription',
  capability: 'eventTracing',
  owns: (path) => /^event-tracing\/[^/]+\.ya?ml$/.test(path),
  nameOf: ({ name }) => name,
  filesOf: ({ name, description, events, kind, settings, filter, projection, masked, variables }) => {
    const secrets = Object.keys(variables).map((secret) => [secret, { variable: variableOf(name, secret) }]);
    return [
      yamlFile(`event-tracing/${fileNameOf(name)}.yaml`, {
        traceSubscription: name,
        ...(description === '' ? {} : { description }),
        events: TRACE_EVENT_NAMES.filter((event) => events.includes(event)),
        destination: kind,
        settings: ordered(settings),
        ...(secrets.length === 0 ? {} : { secrets: Object.fromEntries(secrets) }),
        ...(filter === '' ? {} : { filter: codeBlock(filter) }),
        ...(projection === '' ? {} : { projection: codeBlock(projection) }),
        masked,
      }),
    ];
  },
  read: yamlReader(schema, ({ traceSubscription, events, destination, secrets, ...rest }, source) => ({
    content: {
      ...rest,
      events: TRACE_EVENT_NAMES.filter((event) => events.includes(event)),
      name: traceSubscription.trim(),
      kind: destination,
      variables: Object.fromEntries(Object.entries(secrets).map(([secret, { variable }]) => [secret, variable])),
    },
    placeOf: (path) => {
      const [part = '', line, column] = path.split(':');
      if (line !== undefined)
        return { path: source.file.path, ...source.placeIn([part], Number(line), Number(column)) };
      const steps = stepsOf(path.replace(/^body\./, ''));
      return { path: source.file.path, ...source.placeOf(steps.length === 0 ? ['traceSubscription'] : steps) };
    },
  })),
  load: async (trx, { environmentId }) =>
    (await listTraceSubscriptions(trx, environmentId)).map((stored) => {
      const { name, description, events, kind, settings, filter, projection, masked } = stored;
      const variables = enteredSecrets(stored).map((secret) => [secret, variableOf(name, secret)]);
      return {
        name,
        description,
        events: [...events],
        kind,
        settings,
        filter,
        projection,
        masked,
        variables: Object.fromEntries(variables) as TraceContent['variables'],
      };
    }),
  put: async (trx, context, content, { calls, variable }) => {
    invariant(calls, 'an import that brings subscriptions can seal their secrets');
    const { variables, ...said } = content;
    const known = await find(trx, context, content.name);
    const found = Object.fromEntries(
      Object.entries(variables).flatMap(([secret, named]) => {
        const value = variable(named);
        return value === undefined ? [] : [[secret, value]];
      }),
    );
    requireSecrets(content, found, known);
    const sealing = { secrets: calls.secrets, addresses: calls };
    const input = { ...said, secrets: found };
    if (known) await changeTraceSubscription(context, sealing, known.id, { ...input, version: tagOf(known.version) });
    else await createTraceSubscription(context, sealing, input);
  },
  remove: async (trx, context, { name }) => {
    const known = await find(trx, context, name);
    if (known) await deleteTraceSubscription(context, known.id, tagOf(known.version));
  },
};
