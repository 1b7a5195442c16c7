/** Members belong to the organisation, guests do not: guests see only people of their own environments. */
export const PERSON_KINDS = ['Member', 'Guest'] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

/** A person who was invited becomes active with their first sign-in; a disabled one can do nothing, whatever they hold. */
export const PERSON_STATUSES = ['Invited', 'Active', 'Disabled'] as const;
export type PersonStatus = (typeof PERSON_STATUSES)[number];

/** Who can be given a role. */
export const ROLE_HOLDERS = ['Person', 'Group'] as const;
export type RoleHolder = (typeof ROLE_HOLDERS)[number];

/** Where the role of a person comes from: given to them, given to a group they are in, or said by their token. */
export const ROLE_SOURCES = ['person', 'group', 'token'] as const;
export type RoleSource = (typeof ROLE_SOURCES)[number];

/**
 * What a reviewer decides about the access of a person: it stays, roles that were given to the person end, or the person is
 * disabled.
 */
export const REVIEW_DECISIONS = ['Keep', 'End', 'Disable'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** Without a sign-in for so many days a person is to be looked at; the first is what a review begins with. */
export const ABSENCE_DAYS = [90, 30, 60, 180, 365] as const;
export const MAX_REVIEW_DAYS = 400;

/** Most people and groups that one call gives roles to, or assignments that it changes. */
export const MAX_ASSIGNED_AT_ONCE = 500;
export const MAX_ASSIGNMENT_REASON = 200;
export const MAX_PERSON_NAME = 200;
/** As long as an e-mail address may be. */
export const MAX_USERNAME = 254;

/** A sign-in name that a person can be invited by: an e-mail address, which directories use as such. */
export const isInvitableUsername = (text: string): boolean =>
  text.length <= MAX_USERNAME && /^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>"]+$/.test(text);
