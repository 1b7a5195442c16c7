import type { BuiltInAssessment, ListSourceDefinition } from '@redoubt/domain';
import type { Clock } from '@redoubt/kernel';
import {
  listExternalCalls,
  listLists,
  PARTNER_DATABASE,
  wasCreated,
  type Database,
  type PartnerMember,
} from '@redoubt/storage';
import type { ResourceType } from '../activity-entry.ts';
import type { ExternalCalls } from '../call-runtime/external-calls.ts';
import { createExternalCall } from '../external-calls/external-calls.commands.ts';
import { createDatabaseList } from '../remote-lists/database-lists.commands.ts';
import { MAIN_TENANT } from './demonstration-data.ts';
import { demonstrationContext, wasEverCreated } from './demonstration-context.ts';
import type { DemonstrationRule } from './demonstration-rules.ts';
import { seedRule } from './seed-rules.ts';

const LOOPBACK = '127.0.0.1';
const CALL = 'emailReputation';
const LIST = 'Loyalty members';

/** Where the members are asked over HTTP. */
export const MEMBERS_PATH = '/members';

/** Customers of the merchant that its loyalty programme knows. */
export const PARTNER_MEMBERS: readonly PartnerMember[] = [
  ['cust-10007', 'platinum', '2019-04-02'],
  ['cust-20331', 'blue', '2025-09-14'],
  ['cust-31544', 'silver', '2023-11-30'],
  ['cust-48213', 'gold', '2021-06-18'],
  ['cust-51902', 'blue', '2026-01-07'],
];

/** Asks the call and the list; few events come this way. */
const PARTNER_RULE: DemonstrationRule = {
  assessment: 'accountCreation' satisfies BuiltInAssessment,
  name: 'Address of a moment',
  description: 'Asks a partner about the e-mail address, and the database of the loyalty programme about the customer.',
  published: true,
  condition: 'WHEN @"email[0].emailValue".Contains("@")',
  clauses: [
    {
      name: 'Look at it',
      code: [
        `LET $reputation = External.${CALL}(@"email[0].emailValue")`,
        'RETURN Review("Disposable address")',
        `WHEN $reputation.kind.AsString() == "disposable" && !ContainsKey("${LIST}", "member", @"user.userId")`,
      ].join('\n'),
    },
  ],
};

/** Ports on loopback where the partners are asked; 0 where nothing was made yet, null where nothing asks any more. */
export type PartnerPorts = {
  readonly reputation: number | null;
  /** With the kind of its source; null where nothing was made yet. */
  readonly members: { readonly port: number; readonly kind: ListSourceDefinition['kind'] | null } | null;
};

const portOnLoopback = (url: string): number | null => {
  const { hostname, port } = new URL(url.replaceAll(/\{[^{}]*\}/g, 'x'));
  return hostname === LOOPBACK && port !== '' ? Number(port) : null;
};

const placeOfMembers = (source: ListSourceDefinition): PartnerPorts['members'] => {
  const { kind } = source;
  const own = kind === 'http' ? portOnLoopback(source.url) : source.host === LOOPBACK ? source.port : null;
  return own === null ? null : { port: own, kind };
};

/** Where the demonstration's call and list ask, as they are stored; what people changed is not looked after any more. */
export const readPartnerPorts = (database: Database, clock: Clock): Promise<PartnerPorts> => {
  const { tenantId, environmentId } = demonstrationContext(database, clock, MAIN_TENANT);
  return database.inTenant(tenantId, async (trx) => {
    const call = (await listExternalCalls(trx, environmentId)).find(({ name }) => name === CALL);
    const source = (await listLists(trx, environmentId)).find(({ name }) => name === LIST)?.source;
    const wasMade = (type: ResourceType, name: string) => wasCreated(trx, type, name);
    return {
      reputation: call ? portOnLoopback(call.definition.url) : (await wasMade('ExternalCall', CALL)) ? null : 0,
      members: source ? placeOfMembers(source) : (await wasMade('CustomList', LIST)) ? null : { port: 0, kind: null },
    };
  });
};

/** Partners that run, and what opens them. */
export type RunningPartners = {
  readonly reputation: { readonly port: number } | null;
  /** A table of the embedded database, with a way to a new password of its reader; or a service. */
  readonly members:
    | { readonly port: number; readonly kind: 'postgresql'; readonly newPassword: () => Promise<string> }
    | { readonly port: number; readonly kind: 'http' }
    | null;
};

const MANNER = { timeoutMs: 1000, cacheSeconds: 60 } as const;

const sourceOfMembers = (members: NonNullable<RunningPartners['members']>): ListSourceDefinition => {
  const { kind, port } = members;
  if (kind === 'http') return { kind, url: `http://${LOOPBACK}:${port}${MEMBERS_PATH}`, ...MANNER };
  const { database, schema, table, user } = PARTNER_DATABASE;
  return { kind, host: LOOPBACK, port, database, user, schema, table, tls: false, ...MANNER };
};

/**
 * Makes an external call, a database list and a rule that asks both, where they never were and their partner runs. The
 * calls have to be allowed where the partners are.
 */
export const seedPartners = async (
  database: Database,
  clock: Clock,
  calls: ExternalCalls,
  { reputation, members }: RunningPartners,
): Promise<void> => {
  const context = demonstrationContext(database, clock, MAIN_TENANT);
  if (reputation && !(await wasEverCreated(context, 'ExternalCall', CALL))) {
    await createExternalCall(context, calls, {
      name: CALL,
      description: 'What a partner knows of an e-mail address. The partner is part of the demonstration.',
      definition: {
        method: 'GET',
        url: `http://${LOOPBACK}:${reputation.port}/email-reputation?email={parameter.email}`,
        contentType: 'json',
        parameters: [{ name: 'email', sample: 'quick.buyer@throwaway.example' }],
        configurations: [],
        headers: [],
        body: null,
        authentication: { kind: 'anonymous' },
        timeoutMs: 1000,
        defaultResponse: { domain: '', kind: 'unknown', score: 400 },
      },
      sampleResponse: { domain: 'throwaway.example', kind: 'disposable', score: 900 },
      secrets: {},
    });
  }
  if (members && !(await wasEverCreated(context, 'CustomList', LIST))) {
    await createDatabaseList(context, calls, {
      name: LIST,
      description:
        members.kind === 'http'
          ? 'Members of the loyalty programme, in a service of the demonstration.'
          : 'Members of the loyalty programme, in a PostgreSQL of the demonstration.',
      columns: ['member', 'tier', 'since'],
      source: sourceOfMembers(members),
      secret: members.kind === 'http' ? '' : await members.newPassword(),
    });
  }
  const { name, assessment } = PARTNER_RULE;
  const both = await readPartnerPorts(database, clock);
  if (!both.reputation || !both.members || (await wasEverCreated(context, 'DecisionRule', name))) return;
  await seedRule(context, assessment, PARTNER_RULE);
};
