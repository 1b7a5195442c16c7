import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { HostProblem } from '@redoubt/domain';
import { AddressRefused, type ReachableAddresses } from '../call-runtime/http/reachable-addresses.ts';

export type HostCheck = { readonly problem: HostProblem | null; readonly certificateUntil: Date | null };

/** Asks a host whether it is this service. */
export type HostChecker = (hostName: string) => Promise<HostCheck>;

const ANSWER_WITHIN_MS = 5000;
const MAX_ANSWER = 100;

const problemOf = (error: Error & { readonly code?: string }): HostProblem => {
  if (error instanceof AddressRefused) return 'private';
  const { code = '' } = error;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return 'notFound';
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)) return 'certificate';
  return 'unreachable';
};

/** @param reachable where this installation may connect to. */
export const createHostChecker =
  (reachable: Pick<ReachableAddresses, 'lookupFor'>): HostChecker =>
  (host) =>
    new Promise((resolve) => {
      const failed = (problem: HostProblem): void => resolve({ problem, certificateUntil: null });
      const asked = request(
        {
          host,
          path: '/health/ping',
          method: 'GET',
          lookup: reachable.lookupFor(443),
          timeout: ANSWER_WITHIN_MS,
          agent: false,
        },
        (answer) => {
          const { valid_to: until } = (answer.socket as TLSSocket).getPeerCertificate();
          const endMs = Date.parse(until);
          const certificateUntil = Number.isNaN(endMs) ? null : new Date(endMs);
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (part: string) => {
            text += part;
            if (text.length > MAX_ANSWER) answer.destroy();
          });
          answer.on('close', () => {
            const isOurs = answer.statusCode === 200 && text.trim() === 'pong';
            resolve({ problem: isOurs ? null : 'otherService', certificateUntil });
          });
        },
      );
      asked.on('timeout', () => asked.destroy(new Error('too late')));
      asked.on('error', (error) => failed(problemOf(error)));
      asked.end();
    });
