import type { LinkingAttribute } from '@redoubt/contracts';

/** Values that mean one person or device: events that share them are linked for sure. */
const IDENTIFYING: readonly LinkingAttribute[] = ['email', 'userId', 'deviceId', 'paymentInstrumentId'];

type Counted = { readonly attribute: LinkingAttribute; readonly events: number };

/**
 * The attributes that links are looked for by at first: the identifying ones where another event shares one of them, else
 * the one that the fewest other events share, because a rare value says most.
 *
 * @param counted how many other events share each value; undefined while it is being read.
 */
export const firstAttributes = (counted: readonly Counted[] | undefined): readonly LinkingAttribute[] => {
  const shared = (counted ?? []).filter(({ events }) => events > 0).toSorted((a, b) => a.events - b.events);
  const [rarest] = shared;
  return rarest === undefined || shared.some(({ attribute }) => IDENTIFYING.includes(attribute))
    ? IDENTIFYING
    : [rarest.attribute];
};
