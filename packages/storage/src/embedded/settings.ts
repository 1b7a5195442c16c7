import { totalmem } from 'node:os';

const MIB = 1024 * 1024;

/** A sixteenth of memory, between 128 MB and 1 GB: the page cache of the system does the rest. */
const sharedBuffersMib = (): number => Math.min(1024, Math.max(128, Math.floor(totalmem() / 16 / MIB)));

/**
 * Settings of the embedded server. Durability (`fsync`, `full_page_writes`, `synchronous_commit`) stays at PostgreSQL's
 * defaults, which are on; the boot check would refuse anything else.
 */
export const serverSettings = (socketDirectory: string): Readonly<Record<string, string>> => ({
  listen_addresses: '',
  unix_socket_directories: socketDirectory,
  unix_socket_permissions: '0700',
  port: '5432',
  max_connections: '200',
  password_encryption: 'scram-sha-256',
  shared_buffers: `${sharedBuffersMib()}MB`,
  wal_buffers: '16MB',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '10min',
  max_locks_per_transaction: '256',
  work_mem: '16MB',
  random_page_cost: '1.1',
  // Queries are short and prepared; compiling them costs more than it gives, and cores belong to ingestion.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
});
