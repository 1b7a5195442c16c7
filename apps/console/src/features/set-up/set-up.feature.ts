import { feature } from '../../routes/feature.ts';

export const setUpFeature = feature({
  folder: 'set-up',
  routes: [
    {
      number: null,
      path: '/setup',
      chunk: 'Shell',
      permission: 'signedIn',
      key: 'setup',
      page: 'FirstStepsPage',
      texts: ['firstRun'],
    },
  ],
});
