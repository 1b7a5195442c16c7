import type { TraceTargetKind, TraceTargetSecrets, TraceTargetSettings } from '@redoubt/domain';
import { createReachableAddresses } from '../../call-runtime/http/reachable-addresses.ts';
import { openTraceTarget } from '../open-target.ts';
import type { TraceTarget } from '../trace-target.ts';
import { TARGET_SCOPE } from './trace-target-suite.ts';

type Changes = {
  readonly settings?: TraceTargetSettings;
  readonly secrets?: TraceTargetSecrets;
  /** Hosts that the operator allows: this machine unless given. */
  readonly allowed?: readonly string[];
};

/** What opens destinations of one kind on this machine, without TLS, with these settings unless they are changed. */
export const loopbackTargets =
  (kind: TraceTargetKind, given: TraceTargetSettings, login: TraceTargetSecrets = {}) =>
  (port: number, { settings = {}, secrets = {}, allowed = ['127.0.0.1'] }: Changes = {}): TraceTarget =>
    openTraceTarget(
      {
        kind,
        settings: { host: '127.0.0.1', port, tls: false, ...given, ...settings },
        secrets: { ...login, ...secrets },
      },
      { addresses: createReachableAddresses(allowed), directory: null, ...TARGET_SCOPE, now: () => 0 },
    );
