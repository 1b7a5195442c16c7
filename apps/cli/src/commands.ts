import type { DefineCommand } from './cli-context.ts';

/** A command of the first level. Its code is loaded only when it is asked for, so that help and small commands start quickly. */
type CommandRow = {
  readonly name: string;
  readonly description: string;
  readonly load: () => Promise<DefineCommand>;
};

const ON_DATA = 'Works on the data of REDOUBT_DATA, or of DATABASE_URL where that is set';
const BESIDE_SERVER = `${ON_DATA}; the server may run.`;

/** All commands, in the order of the help. */
export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'audit',
    description: 'The activity log as evidence.',
    load: async () => (await import('./audit/audit.command.ts')).defineAudit,
  },
  {
    name: 'backup',
    description: `Copy the database, as it is at this moment, into a new directory. ${BESIDE_SERVER}`,
    load: async () => (await import('./backup/backup.command.ts')).defineBackup,
  },
  {
    name: 'restore',
    description: `Bring a backup into a new data directory or an empty database; nothing is overwritten. ${ON_DATA}.`,
    load: async () => (await import('./backup/backup.command.ts')).defineRestore,
  },
  {
    name: 'backtest',
    description: `Try a rule on stored events, each with its lists and velocities of that time, and say what would have been decided differently. Nothing is changed. ${BESIDE_SERVER}`,
    load: async () => (await import('./backtest/backtest.command.ts')).defineBacktest,
  },
  {
    name: 'config',
    description: 'Keep the configuration of an environment as files.',
    load: async () => (await import('./config/config.commands.ts')).defineConfig,
  },
  {
    name: 'data',
    description: 'Data about IP addresses and card numbers that rules look up.',
    load: async () => (await import('./data/data.command.ts')).defineData,
  },
  {
    name: 'erase',
    description: `Erase what is kept about a person who asks for it: shows what there is, has the id typed again, and ends with a receipt. ${BESIDE_SERVER}`,
    load: async () => (await import('./erase/erase.command.ts')).defineErase,
  },
  {
    name: 'events',
    description: 'Send events to a server.',
    load: async () => (await import('./events/events-import.command.ts')).defineEvents,
  },
  {
    name: 'fql',
    description: 'Check, format, evaluate and test texts of the rule language.',
    load: async () => (await import('./fql/fql.commands.ts')).defineFql,
  },
  {
    name: 'key',
    description: 'Replace REDOUBT_KEY without a stop (docs/operate/keys.md).',
    load: async () => (await import('./key/key.commands.ts')).defineKey,
  },
  {
    name: 'loss-prevention',
    description: 'How well the scores separate staff who do wrong from others.',
    load: async () => (await import('./loss-prevention/loss-prevention.command.ts')).defineLossPrevention,
  },
  {
    name: 'mock',
    description:
      'Send lively synthetic shoppers and club members, a few fraudsters among them, at a steady rate; let analysts review the cases that come of it.',
    load: async () => (await import('./mock/mock.command.ts')).defineMock,
  },
  {
    name: 'rates',
    description: 'Exchange rates that amounts are converted by.',
    load: async () => (await import('./rates/rates.command.ts')).defineRates,
  },
  {
    name: 'replay',
    description: `Decide a stored event again from what was recorded and say whether the same came out, or name the first difference. ${BESIDE_SERVER}`,
    load: async () => (await import('./replay/replay.command.ts')).defineReplay,
  },
  {
    name: 'tenant',
    description: `Move a tenant with all its data into an installation of its own. ${ON_DATA}.`,
    load: async () => (await import('./tenant/tenant.command.ts')).defineTenant,
  },
  {
    name: 'velocity',
    description: 'Work out velocities.',
    load: async () => (await import('./velocity/velocity-replay.command.ts')).defineVelocity,
  },
];
