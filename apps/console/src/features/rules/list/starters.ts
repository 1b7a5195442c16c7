import type { RuleText } from '@redoubt/contracts';
import { SUPPORT_RULE } from '@redoubt/domain';
import type { Text } from '@redoubt/i18n';

/** Rules a person can start from; the first is blank. */
export const STARTERS = ['blank', 'supportLists', 'highAmount', 'newAccount'] as const;
export type Starter = (typeof STARTERS)[number];

const SAMPLE = {
  purchaseId: 'sample-purchase',
  merchantLocalDate: '2026-11-20T13:02:11Z',
  totalAmount: 489,
  currency: 'EUR',
  user: {
    userId: 'sample-user',
    email: 'o.tasker@example.net',
    creationDate: '2026-11-16T07:12:44Z',
    country: 'DK',
  },
  deviceContext: { externalDeviceId: 'dev-5c19', ipAddress: '203.0.113.47' },
  productList: [{ productId: 'sku-1', productName: 'Headphones', quantity: 1, salesPrice: 489 }],
};

const CODES: Readonly<Record<Exclude<Starter, 'supportLists'>, { readonly condition: string; readonly code: string }>> =
  {
    blank: { condition: '', code: 'RETURN Approve()\nWHEN false' },
    highAmount: {
      condition: '',
      code: 'RETURN Reject("HIGH_AMOUNT", "Amount above the limit")\nWHEN @"totalAmount" > 220',
    },
    newAccount: {
      condition: 'WHEN @"totalAmount" > 150',
      code: 'LET $age = DaysSince(@"user.creationDate")\nRETURN Review("NEW_ACCOUNT", "Call back before shipping")\nWHEN $age < 7',
    },
  };

/** The text of a starter, its clauses named in the reader's language. */
export const starterText = (starter: Starter, text: Text<'rules'>, newId: () => string): RuleText => {
  if (starter === 'supportLists') {
    const clauses = SUPPORT_RULE.clauses.map(({ key, code }) => ({
      id: newId(),
      name: text(`starter.${key}Clause`),
      code,
    }));
    return { condition: '', clauses, samplePayload: SAMPLE };
  }
  const { condition, code } = CODES[starter];
  const name = starter === 'blank' ? text('editor.newClauseName', { index: 1 }) : text(`starter.${starter}Clause`);
  return { condition, clauses: [{ id: newId(), name, code }], samplePayload: SAMPLE };
};
