import { feature } from '../../routes/feature.ts';

export const usageFeature = feature({
  folder: 'usage',
  routes: [
    {
      number: 38,
      path: '/settings/usage',
      chunk: 'Settings',
      permission: ['usage:read'],
      key: 'usage',
      menu: { group: 'settings', place: 10 },
      redirectTo: '/settings/usage/summary',
    },
    {
      number: 39,
      path: '/settings/usage/summary',
      chunk: 'Settings',
      permission: ['usage:read'],
      key: 'usageSummary',
      page: 'UsageSummaryPage',
      texts: ['usage'],
    },
    {
      number: 40,
      path: '/settings/usage/details',
      chunk: 'Settings',
      permission: ['usage:read'],
      key: 'usageDetails',
      page: 'UsageDetailsPage',
      texts: ['usage'],
    },
    {
      number: 71,
      path: '/adminsettings/billing',
      chunk: 'Admin Settings',
      permission: ['adminBilling:read'],
      key: 'adminBilling',
      page: 'BillingPage',
      texts: ['usage'],
    },
    {
      number: null,
      path: '/adminsettings/billing/details',
      chunk: 'Admin Settings',
      permission: ['adminBilling:read'],
      key: 'adminBillingDetails',
      page: 'BillingDetailsPage',
      texts: ['usage'],
    },
  ],
});
