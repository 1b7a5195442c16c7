import { ENGLISH, useText, type TextKey } from '@redoubt/i18n';

type Words = { readonly operation: (operation: string) => string; readonly kind: (type: string) => string };

/** What is done, and to what kind of thing, in the reader's language; names the server made since are shown as they are. */
export const useChangeWords = (): Words => {
  const text = useText('changes');
  const inventory = useText('inventory');
  return {
    operation: (operation) =>
      operation in ENGLISH.changes.operation ? text(`operation.${operation}` as TextKey<'changes'>) : operation,
    kind: (type) => {
      if (type in ENGLISH.changes.kind) return text(`kind.${type}` as TextKey<'changes'>);
      // An import names resources as configuration files do.
      return type in ENGLISH.inventory.kind ? inventory(`kind.${type}` as TextKey<'inventory'>) : type;
    },
  };
};
