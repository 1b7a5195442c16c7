import { isJsonObject, type JsonObject } from '@redoubt/kernel';

/** The status that an observation tells: its own, or that of its account status; null where it tells none. */
export const statusIn = ({ statusType, status, statusDetails }: JsonObject): string | null => {
  const inDetails = isJsonObject(statusDetails) ? statusDetails.statusType : undefined;
  return [statusType, status, inDetails].find((each) => typeof each === 'string') ?? null;
};
