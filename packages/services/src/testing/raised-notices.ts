import { getNotices } from '../notices/notices.queries.ts';
import type { TestDatabase } from '@redoubt/testing/database';
import { raiseNotice, type RaisedNotice } from '../notices/raise-notice.ts';
import type { Scene } from './scene.ts';

/** Notices of a scene's tenant as one person reads them, newest first: code, severity, parameters and link. */
export const noticesOf = async (scene: Scene, name = 'Noor Haddad', roles: readonly string[] = ['ProductAdmin']) => {
  const { notices } = await getNotices(scene.contextIn('Root'), { userId: `id of ${name}`, roles, wids: [] });
  return notices.map(({ code, severity, params, link }) => ({ code, severity, params, link }));
};

/** Raises that an environment is ready, a second later, or what is changed of that. */
export const raiseReady = (test: TestDatabase, scene: Scene, change: Partial<RaisedNotice> = {}) => {
  scene.clock.advance(1000);
  return test.database.inTenant(scene.tenantId, (trx) =>
    raiseNotice(trx, scene.contextIn('Root'), {
      code: 'ENVIRONMENT-READY',
      severity: 'Success',
      params: { name: 'Shop' },
      link: '/environments',
      environmentId: scene.idOf('Root'),
      ...change,
    }),
  );
};
