import { feature } from '../../routes/feature.ts';

export const signedOutFeature = feature({
  folder: 'signed-out',
  routes: [
    {
      number: null,
      path: '/signed-out',
      chunk: 'Shell',
      permission: 'anonymous',
      key: 'signedOut',
      page: 'SignedOutPage',
      texts: ['shell'],
    },
  ],
});
