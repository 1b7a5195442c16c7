import { startLoopbackService, type LoopbackService } from './loopback-service.ts';

type Kind = 'disposable' | 'free' | 'company' | 'unknown';

/** Domains of the demonstration's people and merchants. */
const KINDS: Readonly<Record<string, Kind>> = {
  'throwaway.example': 'disposable',
  'mailbox.example': 'free',
  'harbour-works.example': 'company',
  'northfell.example': 'company',
};
const SCORES: Readonly<Record<Kind, number>> = { disposable: 900, unknown: 400, free: 150, company: 20 };

/** What the partner knows of an address: the kind of its domain, and a score from 0 (good) to 999. */
export const reputationOf = (
  email: string,
): { readonly domain: string; readonly kind: Kind; readonly score: number } => {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const kind = KINDS[domain] ?? 'unknown';
  return { domain, kind, score: SCORES[kind] };
};

/** The partner that the demonstration's external call asks. @throws where the port is taken. */
export const startReputationService = (port: number): Promise<LoopbackService> =>
  startLoopbackService(port, '/email-reputation', (query) => {
    const email = query.get('email') ?? '';
    return email.includes('@') ? [200, reputationOf(email)] : [400, { error: 'email is no e-mail address.' }];
  });
