import type { Id } from '@redoubt/kernel';
import type { StoredTraceSubscription, TenantTransaction, TraceSubscriptionContent } from '@redoubt/storage';
import { join } from 'node:path';
import type { ReachableAddresses } from '../call-runtime/http/reachable-addresses.ts';
import { traceTarget } from '../environments/data-targets.ts';
import { residencyProblem } from '../environments/may-leave.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { traceSecretPlace } from '../secrets/webhook-secrets.ts';
import { NO_SECRET } from '../call-runtime/http/send-message.ts';
import { SIGNING_SECRET } from '../trace-targets/webhook.target.ts';
import { openTraceTarget } from '../trace-targets/open-target.ts';
import { TraceTargetError, type TraceTarget } from '../trace-targets/trace-target.ts';

/** What opens destinations on this node. */
export type TraceDependencies = {
  readonly secrets: SecretBox;
  readonly addresses: ReachableAddresses;
  /** Below it files are written, in a directory of each environment; null where the operator set none. */
  readonly directory: string | null;
};

/** What writing a subscription needs, which connects to nothing. */
export type TraceSealing = {
  readonly secrets: SecretBox;
  readonly addresses: Pick<ReachableAddresses, 'allowsPlain'>;
};

/** What belongs to a destination besides its settings. */
type Place = { readonly tenantId: Id; readonly environmentId: Id };

const UNOPENED = 'The password cannot be opened with the key of this installation: enter it again.';

/**
 * Secrets as they are given to the destination.
 *
 * @throws `TraceTargetError` for one that no key of the installation opens: without it another login would be tried.
 */
export const openTraceSecrets = (
  { secrets: box }: Pick<TraceDependencies, 'secrets'>,
  tenantId: Id,
  id: Id,
  sealed: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(sealed).map(([name, text]) => {
      const opened = box.open(text, traceSecretPlace(tenantId, id, name));
      if (opened === undefined) throw new TraceTargetError('settings', name === SIGNING_SECRET ? NO_SECRET : UNOPENED);
      return [name, opened];
    }),
  );

/** @param secrets opened. */
export const openDestination = (
  { addresses, directory }: TraceDependencies,
  { tenantId, environmentId }: Place,
  { kind, settings }: Pick<TraceSubscriptionContent, 'kind' | 'settings'>,
  secrets: Readonly<Record<string, string>>,
): TraceTarget =>
  openTraceTarget(
    { kind, settings, secrets },
    {
      addresses,
      directory: directory && join(directory, tenantId, environmentId),
      tenantId,
      environmentId,
      now: () => Date.now(),
    },
  );

/** What a destination said, whatever it threw; it holds no secret. */
export const traceFailureOf = (error: unknown): TraceTargetError => {
  if (error instanceof TraceTargetError) return error;
  const { name } = error instanceof Error ? error : { name: '' };
  const isLate = name === 'TimeoutError' || name === 'AbortError';
  return isLate
    ? new TraceTargetError('timeout', 'The destination did not accept the events in time.', { cause: error })
    : new TraceTargetError(
        'unreachable',
        'The destination failed in an unexpected way; the log of the server has more.',
        {
          cause: error,
        },
      );
};

/** Why events may not leave to the destination any more, by the rules of data residency; null where they may. */
export const traceRefusal = async (
  trx: TenantTransaction,
  subscription: Pick<StoredTraceSubscription, 'environmentId' | 'kind' | 'settings'>,
): Promise<TraceTargetError | null> => {
  const target = traceTarget(subscription);
  const problem = target && (await residencyProblem(trx, { withBelow: subscription.environmentId }, target));
  if (problem === null) return null;
  const { environment, allowed } = problem.params;
  return new TraceTargetError(
    'settings',
    `Data of ${String(environment)} may leave only to ${String(allowed)}; see Data residency for ${target?.name}.`,
  );
};
