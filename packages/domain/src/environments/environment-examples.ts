import type { JsonObject } from '@redoubt/kernel';

/** Bodies that manage environments: what the document shows is what the tests send. */
export const NEW_ENVIRONMENT_EXAMPLES = {
  minimal: { name: 'Shop Nordics' },
  full: {
    name: 'Shop Iberia',
    friendlyName: 'Iberia (live)',
    description: 'Spain and Portugal',
    tags: ['retail', 'iberia'],
    kind: 'Production',
    customerApiId: 'shop-iberia',
  },
} as const satisfies Readonly<Record<'minimal' | 'full', JsonObject>>;

export const ENVIRONMENT_CHANGE_EXAMPLE = {
  description: 'Spain, Portugal and Andorra',
  tags: ['retail', 'iberia', 'andorra'],
} as const satisfies JsonObject;
