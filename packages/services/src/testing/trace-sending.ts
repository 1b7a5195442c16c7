import type { Database } from '@redoubt/storage';
import { createReachableAddresses } from '../call-runtime/http/reachable-addresses.ts';
import { startTraceSending } from '../event-tracing/send-traces.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import type { WorkPoll } from '../work-poll.ts';
import type { Scene } from './scene.ts';

const KEY = 'a key of the installation for tests';
const ALLOWED = ['127.0.0.1'];

/** What opens destinations in tests: receivers of this machine, and no files. */
export const TRACE_MEANS = {
  secrets: createSecretBox(KEY),
  addresses: createReachableAddresses(ALLOWED),
  directory: null,
};

/** Sends subscriptions as a node does, until it is closed. */
export const startSendingIn = (database: Database, { clock }: Pick<Scene, 'clock'>, key = KEY): WorkPoll =>
  startTraceSending({
    database,
    clock,
    monotonicMs: () => performance.now(),
    installationKey: key,
    allowed: ALLOWED,
    directory: null,
  });
