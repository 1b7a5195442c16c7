import { ENGLISH, useText, type TextKey } from '@redoubt/i18n';

type Words = { readonly operation: (operation: string) => string; readonly kind: (type: string) => string };

/** What is done, and to what kind of thing, in the reader's language; names the server made since are shown as they are. */
export const useChangeWords = (): Words => {
  const text = useText('changes');
  return {
    operation: (operation) =>
      operation in ENGLISH.changes.operation ? text(`operation.${operation}` as TextKey<'changes'>) : operation,
    kind: (type) => (type in ENGLISH.changes.kind ? text(`kind.${type}` as TextKey<'changes'>) : type),
  };
};
