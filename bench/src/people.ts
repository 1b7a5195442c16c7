import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { createAccessIndex, ROLES, type TokenFacts } from '@redoubt/domain';
import { DAY_MS, newId, type Id } from '@redoubt/kernel';
import {
  findTenant,
  insertEnvironment,
  insertGroup,
  listAssignments,
  listEnvironments,
  listGroups,
  recordSignIn,
  saveAssignment,
  type Database,
  type TenantTransaction,
} from '@redoubt/storage';
import type { DemonstrationFacts } from '@redoubt/testing/durability';
import { percentile } from './cases/percentile.ts';
import type { Machine } from './measure/machine.ts';
import { appendResults } from './measure/result-table.ts';
import { signIn } from './measure/sign-in.ts';
import { measureScim } from './people-scim.ts';
import { besideServer } from './targets/publish-plan.ts';
import { startRedoubt } from './targets/redoubt.ts';

/** Environments of each level below the root: a thousand in a tree of depth six. */
const LEVELS = [4, 16, 64, 256, 660] as const;
const PEOPLE = 5000;
const GROUPS = 50;
/** Groups that a token names, of which the tenant knows most. */
const GROUPS_OF_A_PERSON = 4;
const CALLS = 40;
const CHECKS = 400_000;
const CHECKS_OF_A_STRETCH = 2000;
const ADMIN = 'ProductAdmin';

type Facts = DemonstrationFacts & { readonly signInLink: string };
type Line = { readonly what: string; readonly p50: string; readonly p95: string; readonly size: string };
export type PeopleFigures = readonly Line[];

type Made = { readonly environmentIds: readonly Id[]; readonly tokens: readonly TokenFacts[] };

const range = (length: number): readonly number[] => Array.from({ length }, (_, index) => index);

/** Puts the tree below a root; gives the ids of all of it. */
const plantTree = async (trx: TenantTransaction, tenantId: Id, rootId: Id): Promise<readonly Id[]> => {
  const [pattern] = await listEnvironments(trx);
  if (pattern === undefined) throw new Error('the demonstration has no environment');
  const planted: Id[] = [rootId];
  let above: readonly Id[] = [rootId];
  for (const [level, count] of LEVELS.entries()) {
    const ids: Id[] = [];
    for (const each of range(count)) {
      const name = `Bench ${level + 1} ${each}`;
      const parentId = above[each % above.length] ?? rootId;
      const own = { id: newId(), parentId, name, friendlyName: null, customerApiId: null };
      const environment = { ...pattern, ...own, status: 'Active' as const, deviceFingerprintingId: newId() };
      await insertEnvironment(trx, tenantId, environment, { by: 'bench', at: new Date() });
      ids.push(own.id);
    }
    planted.push(...ids);
    above = ids;
  }
  return planted;
};

/** People who signed in over the last 200 days, each with a role somewhere in the tree and some groups that hold others. */
const addPeople = async (trx: TenantTransaction, tenantId: Id, environmentIds: readonly Id[]) => {
  const roles = ROLES.Standard.filter((role) => role !== ADMIN);
  const assigned = { by: 'bench', at: new Date() };
  const placeOf = (number: number): Id | null => environmentIds[(number * 7919) % environmentIds.length] ?? null;
  const give = (holder: 'Person' | 'Group', userId: string, number: number) =>
    saveAssignment(
      trx,
      tenantId,
      {
        id: newId(),
        holder,
        userId,
        username: holder === 'Person' ? `bench-${number}@northfell.example` : '',
        displayName: `Bench ${number}`,
        role: roles[number % roles.length] ?? ADMIN,
        environmentId: placeOf(number),
        expiresAt: null,
      },
      assigned,
    );
  for (const number of range(GROUPS)) {
    const group = { id: newId(), name: `Bench group ${number}`, claim: `bench-group-${number}` };
    await insertGroup(trx, tenantId, { ...group, createdBy: 'bench', createdAt: assigned.at, provisionedAt: null });
    await give('Group', group.id, number);
  }
  const tokens: TokenFacts[] = [];
  for (const number of range(PEOPLE)) {
    const userId = `bench-${number}`;
    const groups = range(GROUPS_OF_A_PERSON).map((each) => `bench-group-${(number * 13 + each * 17) % (GROUPS + 10)}`);
    const person = { userId, username: `bench-${number}@northfell.example`, displayName: `Bench ${number}` };
    const token = { roles: [], directoryRoles: [], groups, groupsLeftOut: false };
    const at = new Date(assigned.at.getTime() - (number % 200) * DAY_MS);
    await recordSignIn(trx, tenantId, { ...person, token }, at);
    await give('Person', userId, number);
    tokens.push({ userId, roles: [], wids: [], groups });
  }
  return tokens;
};

/** Puts environments and people into a tenant. */
export const fill = (database: Database, tenantId: Id, rootId: Id): Promise<Made> =>
  database.inTenant(tenantId, async (trx) => {
    const environmentIds = await plantTree(trx, tenantId, rootId);
    return { environmentIds, tokens: await addPeople(trx, tenantId, environmentIds) };
  });

/** A check of a permission as each call makes it: the index that nodes keep in memory, over people and environments by turns. */
const measureChecks = async (database: Database, tenantId: Id, { environmentIds, tokens }: Made): Promise<Line> => {
  const index = await database.inTenant(tenantId, async (trx) => {
    const tenant = await findTenant(trx);
    const groups = await listGroups(trx);
    const assignments = await listAssignments(trx);
    return createAccessIndex({
      edition: tenant?.edition ?? 'Standard',
      environments: await listEnvironments(trx),
      given: assignments.map(({ expiresAt, ...rest }) => ({ ...rest, expiresAtMs: expiresAt?.getTime() ?? null })),
      claims: new Map(groups.flatMap(({ id, claim }) => (claim === null ? [] : [[claim, id] as const]))),
      disabled: new Set(),
    });
  });
  const nowMs = Date.now();
  const tookUs: number[] = [];
  let held = 0;
  for (let from = 0; from < CHECKS; from += CHECKS_OF_A_STRETCH) {
    const startMs = performance.now();
    for (let number = from; number < from + CHECKS_OF_A_STRETCH; number += 1) {
      const person = tokens[(number * 31) % tokens.length];
      const place = environmentIds[(number * 17) % environmentIds.length];
      if (person && place && index.capabilitiesIn(person, place, nowMs).decisionRules !== undefined) held += 1;
    }
    tookUs.push(((performance.now() - startMs) * 1000) / CHECKS_OF_A_STRETCH);
  }
  if (held === 0 || held === CHECKS) throw new Error(`${held} of ${CHECKS} checks found the permission`);
  const us = (share: number): string => `${percentile(tookUs, share).toFixed(2)} µs`;
  return { what: 'a permission check', p50: us(0.5), p95: us(0.95), size: '' };
};

/** Reads of the pages, as a signed-in administrator of the tenant makes them. */
const readsOf = (): Readonly<Record<string, string>> => ({
  '`/environments`': 'managed',
  '`/settings/access`, with access here': 'access/people',
  '`/settings/access`, everybody by last sign-in': 'access/people?scope=all&sort=lastSeen',
  '`/settings/access`, a name': 'access/people?scope=all&find=bench-4321',
  '`/settings/access/review`, all': 'access/review?show=all',
  'the console’s first call': '',
  'the console’s environments, a page': '/environments',
  'the console’s environments, a name': '/environments?find=bench%205%2042',
});

const measureReads = async ({ origin, environmentId }: Facts, token: string): Promise<readonly Line[]> => {
  const lines: Line[] = [];
  for (const [what, path] of Object.entries(readsOf())) {
    const place = path === '' || path.startsWith('/') ? `me${path}` : `environments/${environmentId}/${path}`;
    const tookMs: number[] = [];
    let length = 0;
    for (let call = 0; call <= CALLS; call += 1) {
      const startMs = performance.now();
      const response = await fetch(`${origin}/platform/v1/${place}`, { headers: { authorization: `Bearer ${token}` } });
      const text = await response.text();
      // The first fills what nodes keep in memory.
      if (call > 0) tookMs.push(performance.now() - startMs);
      if (!response.ok) throw new Error(`${place} was answered ${response.status}: ${text}`);
      ({ length } = text);
    }
    const ms = (share: number): string => `${percentile(tookMs, share).toFixed(0)} ms`;
    lines.push({ what, p50: ms(0.5), p95: ms(0.95), size: `${(length / 1000).toFixed(0)} kB` });
  }
  return lines;
};

/** A tenant with a thousand environments in a tree of depth six and 5,000 people: its lists over HTTP, and a permission check. */
export const measurePeople = async (): Promise<PeopleFigures> => {
  const server = await startRedoubt([]);
  try {
    const facts = JSON.parse(await readFile(join(server.dataDirectory, 'demo.json'), 'utf8')) as Facts;
    const admin = facts.people.find(({ roles }) => roles.includes(ADMIN));
    if (admin === undefined) throw new Error(`the demonstration has no ${ADMIN}`);
    const token = await signIn(facts, admin.username);
    return await besideServer(server.dataDirectory, facts, async ({ database }) => {
      const made = await fill(database, facts.tenantId, facts.environmentId);
      return [
        await measureChecks(database, facts.tenantId, made),
        ...(await measureReads(facts, token)),
        ...(await measureScim(facts, token)),
      ];
    });
  } finally {
    await server.stop();
  }
};

const TABLE_HEAD = `# A thousand environments and 5,000 people

Lines per run of \`npm run bench -- people\`: the server of \`npm start\` on a database of its own, with 1,000 environments in a tree
of depth six and 5,000 people below the root, each with a role somewhere and four groups of 50 that hold others. A product
administrator who signed in reads each list ${CALLS} times over the loopback; the time runs from the request to the last byte, and
client and server share the machine. A permission check is one look-up in the index that each node keeps in memory, over
people and environments by turns, ${CHECKS.toLocaleString('en')} of them in stretches of ${CHECKS_OF_A_STRETCH.toLocaleString('en')}. The goals: a check in less than 20 µs, a page in less than a second.

Then an identity provider adds 2,000 people through SCIM, finds some, and puts all into one group, one call after the other. Its
calls are limited to 30 a second after the first 200; waiting for that is not counted.

Compare runs by the permission check, which needs the processor alone: the run 2026-11-29-08e302b1 shared its two cores with other
work (8 times the time of the run before it), so its other figures say more of the machine than of the code.

| Run | Machine | What | p50 | p95 | Size | Load |
|---|---|---|---|---|---|---|
`;

/** Adds lines to the table of all runs; gives them. */
export const savePeople = (directory: string, at: string, machine: Machine, figures: PeopleFigures): Promise<string> =>
  appendResults(
    directory,
    'people.md',
    TABLE_HEAD,
    figures.map(({ what, p50, p95, size }) => [
      `${at.slice(0, 10)}-${machine.commit}`,
      `${machine.cores} × ${machine.cpu}`,
      what,
      p50,
      p95,
      size,
      (loadavg()[0] ?? 0).toFixed(1),
    ]),
  );
