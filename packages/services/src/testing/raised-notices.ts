import { getNotices } from '../notices/notices.queries.ts';
import type { Scene } from './scene.ts';

/** Notices of a scene's tenant as one person reads them, newest first: code, severity, parameters and link. */
export const noticesOf = async (scene: Scene, name = 'Noor Haddad', roles: readonly string[] = ['ProductAdmin']) => {
  const { notices } = await getNotices(scene.contextIn('Root'), { userId: `id of ${name}`, roles, wids: [] });
  return notices.map(({ code, severity, params, link }) => ({ code, severity, params, link }));
};
