import type { EventPlace, getEventPlaces as endpoint, ResponseOf } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import type { EnrichmentData } from '@redoubt/enrichment';
import { DAY_MS, isJsonObject, type Json } from '@redoubt/kernel';
import { linkingValues, readEvent, readLinkedEvents } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';
import { findNotedEvent, type EventAddress } from './noted-event.ts';

/** How far back the event before is looked for. */
const PREVIOUS_DAYS = 30;

/** A member of an object, or of the first of a list, by a name that is compared without case. */
const memberOf = (owner: Json | undefined, name: string): Json | undefined => {
  const from = Array.isArray(owner) ? (owner as readonly Json[])[0] : owner;
  if (from === undefined || !isJsonObject(from)) return undefined;
  return Object.entries(from).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
};

const textOf = (owner: Json | undefined, name: string): string => {
  const found = memberOf(owner, name);
  return typeof found === 'string' ? found.trim() : '';
};

/** An address of a request, which names a country and perhaps a city. */
const addressPlace = (kind: 'shipping' | 'billing', address: Json | undefined): readonly EventPlace[] => {
  const country = (textOf(address, 'country') || textOf(address, 'countryRegion')).toUpperCase();
  const region = textOf(address, 'state');
  const name = [textOf(address, 'city'), region].filter((part) => part !== '').join(', ');
  return country === '' ? [] : [{ kind, country, name, region, point: null, at: null }];
};

type Online = { readonly kind: 'ip' | 'previous'; readonly ip: string | null; readonly at: Date };

const onlinePlace = (
  data: Pick<EnrichmentData, 'address'> | undefined,
  { kind, ip, at }: Online,
): readonly EventPlace[] => {
  const place = ip === null ? undefined : data?.address(ip).place;
  if (place === undefined) return [];
  const { latitude, longitude, region } = place;
  const point = latitude === null || longitude === null ? null : { latitude, longitude };
  const name = [place.city, region].filter((part) => part !== '').join(', ');
  return [{ kind, country: place.countryCode, name, region, point, at: at.toISOString() }];
};

/**
 * Where an event ships to, is billed and came from, and where the one before it of the same user came from. Addresses on the
 * internet are looked up in the data of today. Throws EVENT-UNKNOWN, EVENT-ERASED, ENV-UNKNOWN.
 */
export const getEventPlaces = async (
  context: EnvironmentContext,
  address: EventAddress,
  data?: Pick<EnrichmentData, 'address' | 'versionOf'>,
): Promise<ResponseOf<typeof endpoint>> => {
  const { database, tenantId } = context;
  const { event, outline } = await reading(context, (trx) => findNotedEvent(trx, context, address));
  const stored = await readEvent(database, { tenantId, ...event });
  if (stored === undefined) throw fail('EVENT-UNKNOWN', { id: event.eventId });
  const users = linkingValues(stored.facts).get('userId');
  const [previous] =
    users === undefined
      ? []
      : await readLinkedEvents(
          database,
          { tenantId, environmentIds: [event.environmentId] },
          {
            ...event,
            values: new Map([['userId', users]]),
            match: 'any',
            from: new Date(outline.eventTime.getTime() - PREVIOUS_DAYS * DAY_MS),
            to: outline.eventTime,
            list: 'all',
            limit: 1,
          },
        );
  const { request } = stored;
  const places = [
    ...addressPlace('shipping', memberOf(request, 'shippingAddress')),
    ...addressPlace('billing', memberOf(memberOf(request, 'paymentInstrumentList'), 'billingAddress')),
    ...onlinePlace(data, { kind: 'ip', ip: stored.facts.ipAddress, at: outline.eventTime }),
    ...(previous ? onlinePlace(data, { kind: 'previous', ip: previous.ipAddress, at: previous.eventTime }) : []),
  ];
  // Data name their edition only after they have answered.
  const version = data?.versionOf('geo') ?? '';
  return { places, data: version === '' ? [] : version.split(' + ') };
};
