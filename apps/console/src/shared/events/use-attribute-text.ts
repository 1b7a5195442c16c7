import { useFormats, useHasText, useText } from '@redoubt/i18n';
import { useMemo } from 'react';

const ISO_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Attributes and their values in words; what has no word keeps its own name. */
export const useAttributeText = () => {
  const text = useText('events');
  const hasText = useHasText('events');
  const common = useText('common');
  const formats = useFormats();
  return useMemo(() => {
    const nameOf = (path: string): string | undefined => {
      const parts = path.replaceAll(/\[\d+\]/g, '').split('.');
      const key = `attribute.${parts.at(-1) ?? path}`;
      if (parts[0] === 'customData' || !hasText(key)) return undefined;
      const name = text(key);
      return parts.includes('billingAddress') ? text('billing', { name }) : name;
    };
    return {
      /** The attribute's name, or undefined where only its path says what it is. */
      name: nameOf,
      /** The name with the part of the event it belongs to, such as "Shipping · Street", for where it stands alone. */
      nameWithPart: (path: string): string | undefined => {
        const name = nameOf(path);
        const [part = '', ...rest] = path.split('.');
        const section = `section.${part}`;
        return name !== undefined && rest.length > 0 && hasText(section) ? `${text(section)} · ${name}` : name;
      },
      value: (value: unknown): string => {
        if (typeof value === 'boolean') return common(value ? 'value.yes' : 'value.no');
        if (typeof value === 'number')
          return Number.isInteger(value) ? formats.number(value) : formats.number(value, 2);
        if (typeof value === 'string') return ISO_MOMENT.test(value) ? formats.dateTime(value) : value;
        if (value === null || value === undefined) return common('value.notSent');
        return JSON.stringify(value);
      },
    };
  }, [text, hasText, common, formats]);
};
