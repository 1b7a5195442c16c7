/** What every build before 0.1.0 began its schema with; 0.1.0 begins with a schema of its own. */
const FIRST_OF_THOSE_BUILDS = '0001-foundation';

/** Whether a build before 0.1.0 applied these migrations. No release reads its tables, and none changes them. */
export const areBeforeFirstRelease = (migrations: readonly string[]): boolean =>
  migrations.includes(FIRST_OF_THOSE_BUILDS);

/** Why a database or a backup of such a build is refused, and what to do with it. @param what begins the sentence. */
export const beforeFirstRelease = (what: 'The backup' | 'The database'): string =>
  `${what} was written by a build of Redoubt before 0.1.0, whose tables this release does not read; nothing was changed. ` +
  'With that build, write the configuration as files (redoubt config export); bring them into a new data directory or ' +
  'database of this release (redoubt config import). Stored events stay readable with that build alone.';
