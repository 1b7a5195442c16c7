import type { Geography, SetUpParts } from '@redoubt/contracts';
import {
  directoryRolesOf,
  fail,
  isEnvironmentName,
  isInvitableUsername,
  maySetUpTenant,
  nameKey,
} from '@redoubt/domain';
import type { SignedInPerson } from '../access/person-access.ts';
import type { AttestationText } from '../attestation/attestation-text.ts';
import { requireClean } from '../problems.ts';

/** What the operator of this installation lets a new tenant choose from. */
export type SetUpOffer = {
  readonly geographies: readonly Geography[];
  readonly statement: AttestationText;
  /** Where invitations lead to; undefined where no mail goes out. */
  readonly origin: string | undefined;
};

/** Who sets a tenant up: signed in, and with the name that is kept. */
export type Starter = SignedInPerson & { readonly name: string; readonly username: string };

/** The geography with a code. Throws TENANT-GEOGRAPHY-UNKNOWN. */
export const geographyOf = ({ geographies }: SetUpOffer, code: string): Geography => {
  const found = geographies.find((each) => each.code === code);
  if (!found) throw fail('TENANT-GEOGRAPHY-UNKNOWN', { code });
  return found;
};

/** Throws TENANT-SET-UP-REFUSED unless a global administrator of the tenant asks. */
export const requireMaySetUp = (person: SignedInPerson): void => {
  if (!maySetUpTenant(directoryRolesOf(person.wids))) throw fail('TENANT-SET-UP-REFUSED');
};

/** Throws ENV-NAME-INVALID, and ENV-NAME-TAKEN where two root environments would have one name. */
const checkEnvironments = ({ roots }: NonNullable<SetUpParts['environments']>): void => {
  const taken = new Set<string>();
  for (const { name } of roots) {
    if (!isEnvironmentName(name)) throw fail('ENV-NAME-INVALID', { name });
    if (taken.has(nameKey(name))) throw fail('ENV-NAME-TAKEN', { name });
    taken.add(nameKey(name));
  }
};

/** Throws ACCESS-USERNAME-INVALID. */
const checkAdministrators = ({ people }: NonNullable<SetUpParts['administrators']>): void => {
  requireClean(Object.fromEntries(people.map(({ name }, at) => [`administrators.people[${at}].name`, name])));
  const wrong = people.find(({ username }) => !isInvitableUsername(username));
  if (wrong) throw fail('ACCESS-USERNAME-INVALID', { username: wrong.username });
};

/**
 * Checks the steps that are given. Throws ATTESTATION-TEXT-CHANGED, TENANT-GEOGRAPHY-UNKNOWN, ENV-NAME-INVALID,
 * ENV-NAME-TAKEN, ACCESS-USERNAME-INVALID, and REQ-INVALID for texts with characters that cannot be stored.
 */
export const checkParts = (offer: SetUpOffer, parts: SetUpParts): void => {
  const { statement, organisation, environments, administrators } = parts;
  if (statement && statement.textVersion !== offer.statement.version) throw fail('ATTESTATION-TEXT-CHANGED');
  if (organisation) {
    const { tenantName, promotionCode, offerId } = organisation;
    geographyOf(offer, organisation.geography);
    requireClean({
      'organisation.tenantName': tenantName,
      'organisation.promotionCode': promotionCode,
      'organisation.offerId': offerId,
    });
  }
  if (environments) checkEnvironments(environments);
  if (administrators) checkAdministrators(administrators);
};
