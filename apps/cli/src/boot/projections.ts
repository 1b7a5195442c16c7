import { startProjectors, type Database } from '@redoubt/storage';

/** Works while search rows and roll-ups are brought up to the log, as the server does it: it may be stopped. */
export const withProjections = async <T>(database: Database, work: () => Promise<T>): Promise<T> => {
  const projectors = startProjectors(database);
  try {
    return await work();
  } finally {
    await projectors.close();
  }
};
