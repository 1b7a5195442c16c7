import { EVENT_SCHEMAS, schemaAttributes } from '@redoubt/domain';
import { createBundledTexts, TextProvider } from '@redoubt/i18n';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useAttributeText } from './use-attribute-text.ts';

const say = () =>
  renderHook(useAttributeText, {
    wrapper: ({ children }) => <TextProvider texts={createBundledTexts()}>{children}</TextProvider>,
  }).result.current;

test('every attribute of the built-in events has a name in words', () => {
  const { name } = say();
  const paths = Object.values(EVENT_SCHEMAS).flatMap((schema) => schemaAttributes(schema).map(({ path }) => path));
  const isPart = (path: string): boolean => paths.some((other) => other.startsWith(`${path}.`));
  const isOpen = (path: string): boolean => /(?:^|\.)customData$|\.passengers$/.test(path);
  const nameless = paths.filter((path) => !isPart(path) && !isOpen(path) && name(path) === undefined);
  expect([...new Set(nameless)]).toEqual([]);
});

test('an attribute that stands alone says what part of the event it belongs to', () => {
  const { nameWithPart } = say();
  expect(nameWithPart('shippingAddress.street1')).toBe('Shipping · Street');
  expect(nameWithPart('totalAmount')).toBe('Amount');
  expect(nameWithPart('customData.basketMinutes')).toBeUndefined();
});
