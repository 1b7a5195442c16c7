import type { PurchaseFacts } from '../log/log-event.ts';

/** Attributes that link events; numbers are never used again for another attribute. */
export const LINK_ATTRIBUTES = { email: 1, userId: 2, ipAddress: 3, deviceId: 4, paymentInstrumentId: 5 } as const;

export type LinkAttribute = keyof typeof LINK_ATTRIBUTES;

/** Longest value a filter can name. */
const MAX_VALUE_CHARACTERS = 256;

/** What is compared: an e-mail's identity ignores case and blanks around it (`api.md` §4.1), others are taken as sent. */
export const normaliseLink = (attribute: LinkAttribute, value: string): string => {
  const trimmed = value.trim();
  return (attribute === 'email' ? trimmed.toLowerCase() : trimmed).slice(0, MAX_VALUE_CHARACTERS);
};

export type Link = { readonly attribute: number; readonly value: string };

export const linksOf = (facts: PurchaseFacts): readonly Link[] => {
  const links = new Map<string, Link>();
  const add = (attribute: LinkAttribute, raw: string | null): void => {
    const value = raw === null ? '' : normaliseLink(attribute, raw);
    if (value === '') return;
    links.set(`${attribute}:${value}`, { attribute: LINK_ATTRIBUTES[attribute], value });
  };
  add('email', facts.email);
  add('userId', facts.userId);
  add('ipAddress', facts.ipAddress);
  add('deviceId', facts.deviceId);
  for (const id of facts.paymentInstrumentIds) add('paymentInstrumentId', id);
  return [...links.values()];
};
