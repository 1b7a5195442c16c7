import type { Role } from '@redoubt/domain';
import { DAY_MS, type Id } from '@redoubt/kernel';
import { AUDITORS, EUROPE, NORTH_AMERICA, WEEKEND_REVIEW } from './demonstration-data.ts';

/** Roles that the product admin of the main tenant gave to a person or a group. */
export type DemonstrationGrant = {
  /** A person by sign-in name, who is invited where the tenant does not know them, or a group by its claim. */
  readonly to:
    | { readonly kind: 'invitation'; readonly username: string; readonly name: string; readonly isGuest: boolean }
    | { readonly kind: 'group'; readonly claim: string; readonly name: string };
  readonly roles: readonly Role[];
  /** Null for the whole tenant. */
  readonly environmentIds: readonly (Id | null)[];
  readonly reason: string;
  /** How long ago the roles were given, and from now on until they end. */
  readonly givenMs?: number;
  readonly endsMs?: number;
};

/** A review team in two environments, a group and a guest for a while, and a person whose role has ended. */
export const GRANTS: readonly DemonstrationGrant[] = [
  {
    to: { kind: 'group', claim: WEEKEND_REVIEW, name: 'Weekend review' },
    roles: ['ManualReviewAnalyst'],
    environmentIds: [EUROPE, NORTH_AMERICA],
    reason: 'Cases of both shops at weekends.',
  },
  {
    to: { kind: 'group', claim: AUDITORS, name: 'Auditors' },
    roles: ['AllAreasViewer'],
    environmentIds: [null],
    reason: 'Yearly audit of the controls.',
    endsMs: 24 * DAY_MS,
  },
  {
    to: { kind: 'invitation', username: 'clara@brightdesk.example', name: 'Clara Osei', isGuest: true },
    roles: ['FraudEngineer'],
    environmentIds: [EUROPE],
    reason: 'Helps with the rules of the winter sale.',
    endsMs: 60 * DAY_MS,
  },
  {
    to: { kind: 'invitation', username: 'mikko@northfell.example', name: 'Mikko Salonen', isGuest: false },
    roles: ['SupportAgent'],
    environmentIds: [EUROPE],
    reason: 'Stands in for a colleague.',
    givenMs: 40 * DAY_MS,
    endsMs: -5 * DAY_MS,
  },
];
