import type { SignedInPerson } from '../access/person-access.ts';

/** A person who asks to be mailed or sent notices. */
export type NoticeSubscriber = SignedInPerson & { readonly username: string };
