import type { EmbeddedAddress } from '@redoubt/storage';
import pg from 'pg';

/** A connection past every guard to the database of an installation; the caller ends it. */
export const connectAsAdmin = async (server: EmbeddedAddress): Promise<pg.Client> => {
  const { socketDirectory: host, secrets } = server;
  const admin = new pg.Client({ host, user: 'redoubt_admin', password: secrets.admin, database: 'redoubt' });
  await admin.connect();
  return admin;
};
