import { maskCardData } from '@redoubt/domain';

/** Masks card data in each line of a log, whatever brought it there: an error of a database may quote a value. */
export const maskedLog = (destination: { readonly write: (line: string) => unknown }) => ({
  write: (line: string): void => void destination.write(maskCardData(line)),
});
