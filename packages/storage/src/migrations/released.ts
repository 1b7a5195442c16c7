/**
 * The migrations that each release brought, with a hash of what they are made of. Databases and backups of a release have
 * them, so they never change: what a release needs otherwise is a new migration.
 *
 * Before a release, set the version of the packages: `released.test.ts` then asks for an entry and names the hashes.
 */
export const RELEASED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0.1.0': {
    '0001-schema': 'a1684bacc07ecec2f539cb26935b82685846c9e2b0079898e03767d1bf30fdd8',
  },
};
