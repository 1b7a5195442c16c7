import { DAY_MS } from '@redoubt/kernel';

/** Why a host does not serve the script. */
export const HOST_PROBLEMS = ['notFound', 'private', 'unreachable', 'certificate', 'otherService'] as const;
export type HostProblem = (typeof HOST_PROBLEMS)[number];

/** `Propagating`: named, and not yet found right. */
export const HOST_STATUSES = ['None', 'Propagating', 'Valid', 'Expiring', 'Invalid'] as const;
type HostStatus = (typeof HOST_STATUSES)[number];

/** Days before its end that a certificate is said to be expiring. */
const CERTIFICATE_WARNING_DAYS = 30;

const MAX_HOST = 253;
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** A host name of at least two labels in small letters, the last no number: no address, and nothing of this machine. */
export const isHostName = (text: string): boolean => {
  const labels = text.split('.');
  const isNamed = /[a-z]/.test(labels.at(-1) ?? '');
  return text.length <= MAX_HOST && labels.length >= 2 && isNamed && labels.every((label) => LABEL.test(label));
};

/** What stands of a host at an instant. */
export const hostStatus = (
  host: {
    readonly checkedAt: Date | null;
    readonly problem: string | null;
    readonly certificateUntil: Date | null;
  } | null,
  nowMs: number,
): HostStatus => {
  if (host === null) return 'None';
  if (host.checkedAt === null || host.problem === 'notFound') return 'Propagating';
  if (host.problem !== null) return 'Invalid';
  const leftMs = (host.certificateUntil?.getTime() ?? Number.POSITIVE_INFINITY) - nowMs;
  if (leftMs <= 0) return 'Invalid';
  return leftMs <= CERTIFICATE_WARNING_DAYS * DAY_MS ? 'Expiring' : 'Valid';
};
