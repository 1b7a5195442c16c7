import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId, type Clock, type JsonObject } from '@redoubt/kernel';

/** What a merchant says of an event that happens now. */
export const metadataNow = (clock: Clock): { readonly trackingId: string; readonly merchantTimeStamp: string } => ({
  trackingId: newId(),
  merchantTimeStamp: new Date(clock.now()).toISOString(),
});

/** A purchase of now with an id of its own. */
export const purchaseNow = (clock: Clock, changes: JsonObject = {}): JsonObject => ({
  ...PURCHASE_SAMPLE,
  purchaseId: newId(),
  _metadata: metadataNow(clock),
  ...changes,
});

/** What a customer's escalation says of an object now. */
export const labelNow = (
  clock: Clock,
  labelObjectType: string,
  labelObjectId: string,
  labelState: string,
): JsonObject => ({
  _metadata: metadataNow(clock),
  labelObjectType,
  labelObjectId,
  labelSource: 'CustomerEscalation',
  labelState,
});
