import { feature } from '../../routes/feature.ts';

export const attestationFeature = feature({
  folder: 'attestation',
  routes: [
    {
      number: null,
      path: '/adminsettings/statement',
      chunk: 'Admin Settings',
      permission: ['adminConfiguration:read'],
      key: 'adminStatement',
      page: 'StatementPage',
      texts: ['attestationSwitch', 'firstRun'],
    },
  ],
});
