import { hrefOf } from '../../routes/address.ts';

/** The page of an upload. */
export const uploadHref = (uploadId: string): string =>
  hrefOf('/data/upload/purchaseprotection/:uploadId', { uploadId });

/** The form of a new upload; of another file with the mapping of an earlier one. */
export const newUploadHref = (like?: string): string =>
  hrefOf('/data/upload/purchaseprotection', undefined, { do: 'new', like });
