import { useHasText, useText } from '@redoubt/i18n';

type Words = { readonly operation: (operation: string) => string; readonly kind: (type: string) => string };

/** What is done, and to what kind of thing, in the reader's language; names the server made since are shown as they are. */
export const useChangeWords = (): Words => {
  const text = useText('changes');
  const hasText = useHasText('changes');
  const inventory = useText('inventory');
  const hasInventoryText = useHasText('inventory');
  return {
    operation: (operation) => {
      const key = `operation.${operation}`;
      return hasText(key) ? text(key) : operation;
    },
    kind: (type) => {
      const key = `kind.${type}`;
      if (hasText(key)) return text(key);
      // An import names resources as configuration files do.
      return hasInventoryText(key) ? inventory(key) : type;
    },
  };
};
