import { feature } from '../../routes/feature.ts';

export const boosterFeature = feature({
  folder: 'booster',
  routes: [
    {
      number: 48,
      path: '/settings/transactionacceptancebooster',
      chunk: 'Settings',
      permission: ['acceptanceBooster:read'],
      key: 'booster',
      menu: { group: 'settings', place: 50 },
      redirectTo: '/settings/transactionacceptancebooster/optin',
    },
    {
      number: 49,
      path: '/settings/transactionacceptancebooster/optin',
      chunk: 'Settings',
      permission: ['acceptanceBooster:read'],
      key: 'boosterOptIn',
      page: 'BoosterPage',
      texts: ['booster'],
    },
    {
      number: null,
      path: '/settings/transactionacceptancebooster/report',
      chunk: 'Settings',
      permission: ['acceptanceBooster:read'],
      key: 'boosterReport',
      page: 'BoosterReportPage',
      texts: ['booster'],
    },
  ],
});
