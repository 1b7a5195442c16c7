import { EVENT_DATA_SET_NAMES, isRetailSet, listOfSet, RETAIL_SET_NAMES, type DataSet } from '@redoubt/domain';
import { hrefOf } from '../../routes/address.ts';

/** What files are uploaded for; each has a list of its own. */
export type UploadArea = 'purchaseProtection' | 'lossPrevention';

export const DATA_SETS_OF = {
  purchaseProtection: EVENT_DATA_SET_NAMES as [DataSet, ...DataSet[]],
  lossPrevention: [...RETAIL_SET_NAMES] as [DataSet, ...DataSet[]],
} as const;

export const areaOf = (dataSet: DataSet): UploadArea =>
  isRetailSet(dataSet) ? 'lossPrevention' : 'purchaseProtection';

/** Lines of tills, and those that wait for an event of another file, are no events. */
export const areEvents = (dataSet: DataSet): boolean => !isRetailSet(dataSet) && listOfSet(dataSet) === null;

const LIST = {
  purchaseProtection: '/data/upload/purchaseprotection',
  lossPrevention: '/data/upload/lossprevention',
} as const;

/** The list that an upload of a data set stands in. */
export const uploadsHref = (dataSet: DataSet): string => hrefOf(LIST[areaOf(dataSet)]);

/** The page of an upload. */
export const uploadHref = (uploadId: string): string =>
  hrefOf('/data/upload/purchaseprotection/:uploadId', { uploadId });

/** The form of a new upload; of another file with the mapping of an earlier one. */
export const newUploadHref = (dataSet: DataSet, like?: string): string =>
  hrefOf(LIST[areaOf(dataSet)], undefined, { do: 'new', like });

/** Where files of loss prevention are scored, and which of them are there. */
export const lossDataHref = (): string => hrefOf('/fraud/lossprevention', undefined, { tab: 'data' });
