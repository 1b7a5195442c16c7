import { feature } from '../../routes/feature.ts';

export const dataResidencyFeature = feature({
  folder: 'data-residency',
  routes: [
    {
      number: null,
      path: '/adminsettings/data-residency',
      chunk: 'Admin Settings',
      permission: ['adminConfiguration:read'],
      key: 'adminResidency',
      page: 'DataResidencyPage',
      texts: ['dataResidency'],
    },
  ],
});
