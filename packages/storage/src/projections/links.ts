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

/** The value of a link; null where there is nothing to link by. */
export const linkValue = (attribute: LinkAttribute, raw: string | null): string | null => {
  const value = raw === null ? '' : normaliseLink(attribute, raw);
  return value === '' ? null : value;
};

/** Values of an attribute that an event may hold several of, each once. */
export const linkValues = (attribute: LinkAttribute, raw: readonly string[]): readonly string[] => [
  ...new Set(raw.flatMap((one) => linkValue(attribute, one) ?? [])),
];
