import type { IdentitySettings } from '@redoubt/identity';
import type { Database, Log } from '@redoubt/storage';
import type { FastifyBaseLogger } from 'fastify';
import type { NodeRole, Settings } from './settings.ts';

export type ServerOptions = {
  readonly settings: Settings;
  readonly identitySettings: IdentitySettings;
  readonly log: FastifyBaseLogger;
  /** Called with each step before it begins, for people who watch. */
  readonly progress: (step: string) => void;
  /** Opens the log. Measurements put another one in; the product never does. */
  readonly openLog?: (database: Database) => Log;
};

export const hasRole = ({ settings }: ServerOptions, role: NodeRole): boolean => settings.REDOUBT_ROLES.includes(role);
