import { feature } from '../../routes/feature.ts';

export const fingerprintsFeature = feature({
  folder: 'fingerprints',
  routes: [
    {
      number: 25,
      path: '/integration/devicefingerprinting/try',
      chunk: 'Integration',
      permission: ['integration:read'],
      key: 'fingerprintTry',
      page: 'DeviceTestPage',
      texts: ['fingerprints'],
    },
    {
      number: 26,
      path: '/integration/devicefingerprinting/setup',
      chunk: 'Integration',
      permission: ['applications:write'],
      key: 'fingerprintSetup',
      page: 'SetUpPage',
      texts: ['fingerprints'],
    },
  ],
});
