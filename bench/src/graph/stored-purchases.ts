import { newId, type Id, type JsonObject } from '@redoubt/kernel';
import type { LogEvent } from '@redoubt/storage';
import { aPurchase } from '@redoubt/testing/database';

export type Place = { readonly tenantId: Id; readonly environmentId: Id };

const objectsOf = (body: JsonObject, name: string): readonly JsonObject[] =>
  (body[name] ?? []) as readonly JsonObject[];
const textsOf = (...texts: readonly unknown[]): readonly string[] => texts.filter((text) => typeof text === 'string');

/** A purchase as the log keeps it, with the values that link it. */
export const storedOf = (place: Place, body: JsonObject, atMs: number): LogEvent => {
  const user = body['user'] as JsonObject;
  const device = body['deviceContext'] as JsonObject;
  const address = body['shippingAddress'] as JsonObject | undefined;
  return aPurchase(
    place,
    { eventId: newId(), eventTimeMs: atMs, receivedAtMs: atMs },
    {
      userId: textsOf(user['userId'])[0] ?? null,
      email: textsOf(user['email'])[0] ?? null,
      deviceId: textsOf(device['externalDeviceId'], device['deviceContextId'])[0] ?? null,
      ipAddress: textsOf(device['ipAddress'])[0] ?? null,
      paymentInstrumentIds: textsOf(
        ...objectsOf(body, 'paymentInstrumentList').map((card) => card['merchantPaymentInstrumentId']),
      ),
      shared: {
        phones: textsOf(user['phoneNumber']),
        addresses: address ? [textsOf(...Object.values(address)).join(', ')] : [],
        products: textsOf(...objectsOf(body, 'productList').map((product) => product['productId'])),
      },
    },
  );
};
