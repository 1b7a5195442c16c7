import { ENGLISH, useFormats, useText, type TextKey } from '@redoubt/i18n';
import { useMemo } from 'react';

type AttributeKey = keyof (typeof ENGLISH)['events']['attribute'];

const known = (name: string): name is AttributeKey => Object.hasOwn(ENGLISH.events.attribute, name);

const isPart = (name: string): boolean => Object.hasOwn(ENGLISH.events.section, name);

const ISO_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Attributes and their values in words; what has no word keeps its own name. */
export const useAttributeText = () => {
  const text = useText('events');
  const common = useText('common');
  const formats = useFormats();
  return useMemo(() => {
    const say = (key: string): string => text(key as TextKey<'events'>);
    const nameOf = (path: string): string | undefined => {
      const parts = path.replaceAll(/\[\d+\]/g, '').split('.');
      const leaf = parts.at(-1) ?? path;
      if (parts[0] === 'customData' || !known(leaf)) return undefined;
      const name = say(`attribute.${leaf}`);
      return parts.includes('billingAddress') ? text('billing', { name }) : name;
    };
    return {
      /** The attribute's name, or undefined where only its path says what it is. */
      name: nameOf,
      /** The name with the part of the event it belongs to, such as "Shipping · Street", for where it stands alone. */
      nameWithPart: (path: string): string | undefined => {
        const name = nameOf(path);
        const [part = '', ...rest] = path.split('.');
        return name !== undefined && rest.length > 0 && isPart(part) ? `${say(`section.${part}`)} · ${name}` : name;
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
  }, [text, common, formats]);
};
