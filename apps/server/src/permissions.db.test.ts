import { ENDPOINTS, type Endpoint } from '@redoubt/contracts';
import { allows, capabilitiesOf, EDITIONS, ROLES, type Permission, type Role } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import { createConsoleApp } from './testing/console-app.ts';
import { createTenant, sceneClock } from './testing/scene.ts';

const CONSOLE = ENDPOINTS.filter((endpoint) => endpoint.path.startsWith('/platform/v1/'));

/** @param page whose views are asked for: its permission is looked at with the views (`saved-views.db.test.ts`). */
const addressOf = (endpoint: Endpoint, environmentId: string, page = 'none'): string =>
  endpoint.path
    .replace(':environmentId', environmentId)
    .replace('/assessments/:assessment', '/assessments/assessment-1')
    .replace(':page', page)
    .replace(':observation', '1')
    .replace(':assessment', 'purchase')
    .replace(':eventType', 'purchase')
    .replace(':eventEnvironmentId', environmentId)
    .replace(':supportEntity', 'email')
    .replace(':api/', 'purchase/')
    .replaceAll(/:(?:ruleVersion|setVersion)/g, '1')
    .replaceAll(/:\w+Id/g, newId());

describe.each(EDITIONS)('every endpoint and every role of the %s edition', (edition) => {
  const db = useDatabase();
  const roles: readonly Role[] = ROLES[edition];

  it.each(roles.map((role) => [role]))('%s may do exactly what the matrix says', async (role) => {
    const tenant = await createTenant(db.database, edition);
    const { app, authorizationOf } = await createConsoleApp(db.database, sceneClock());
    const authorization = authorizationOf(tenant, role);
    const held = capabilitiesOf([role], edition);
    try {
      for (const endpoint of CONSOLE) {
        const response = await app.inject({
          method: endpoint.method,
          url: addressOf(endpoint, tenant.environmentId),
          headers: { authorization, 'content-type': endpoint.bodyKind === 'csv' ? 'text/csv' : 'application/json' },
          ...(endpoint.bodyKind === 'none' ? {} : { payload: endpoint.bodyKind === 'csv' ? 'a,b\n1,2\n' : '{}' }),
        });
        const may = endpoint.permission === 'signedIn' || allows(held, endpoint.permission as Permission);
        const refused = response.statusCode === 403 || response.statusCode === 401;
        expect({ endpoint: endpoint.id, refused, status: response.statusCode }).toMatchObject({ refused: !may });
        expect(response.statusCode).toBeLessThan(500);
      }
    } finally {
      await app.close();
    }
  });
});

describe('an environment of another tenant', () => {
  const db = useDatabase();

  it('does not exist for the caller', async () => {
    const mine = await createTenant(db.database);
    const theirs = await createTenant(db.database);
    const { app, authorizationOf } = await createConsoleApp(db.database, sceneClock());
    const authorization = authorizationOf(mine, 'ProductAdmin');
    for (const endpoint of CONSOLE.filter((each) => each.path.includes(':environmentId'))) {
      const response = await app.inject({
        method: endpoint.method,
        url: addressOf(endpoint, theirs.environmentId, 'search'),
        headers: { authorization, 'content-type': endpoint.bodyKind === 'csv' ? 'text/csv' : 'application/json' },
        ...(endpoint.bodyKind === 'none' ? {} : { payload: endpoint.bodyKind === 'csv' ? 'a,b\n' : '{}' }),
      });
      expect([endpoint.id, response.statusCode]).toEqual([endpoint.id, 404]);
      expect(response.json()).toMatchObject({ code: 'ENV-UNKNOWN' });
    }
    await app.close();
  });
});
