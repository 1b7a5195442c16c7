/** Kept in the browser while the user fills in the form (`docs/reference/console.md#storage-in-the-browser`). */
const KEYS = {
  geography: 'DFP/SelectedGeography',
  promotionCode: 'DFP/PromoCode',
  offerId: 'DFP/OfferId',
} as const;

export type KeptField = keyof typeof KEYS;

export const keptField = (field: KeptField): string => localStorage.getItem(KEYS[field]) ?? '';

export const keepField = (field: KeptField, value: string): void => {
  if (value === '') localStorage.removeItem(KEYS[field]);
  else localStorage.setItem(KEYS[field], value);
};
