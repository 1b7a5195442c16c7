import { FIELD_TYPE_OF, FIELD_TYPES } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';

const OF_PRODUCT = new Map<string, (typeof FIELD_TYPES)[number]>(Object.entries(FIELD_TYPE_OF));

/** Names the type of a field, as schemas of the product or own fields have it, in words. */
export const useTypeText = (): ((type: string) => string) => {
  const text = useText('ontology');
  return (type) => {
    const known = FIELD_TYPES.find((each) => each === type) ?? OF_PRODUCT.get(type);
    return known === undefined ? type : text(`type.${known}`);
  };
};
