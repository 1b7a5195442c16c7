import { feature } from '../../routes/feature.ts';

export const changesFeature = feature({
  folder: 'changes',
  routes: [
    {
      number: null,
      path: '/changes',
      chunk: 'Data',
      permission: 'signedIn',
      key: 'changes',
      page: 'ChangesPage',
      menu: { group: 'data', place: 130 },
      texts: ['changes', 'rules'],
    },
  ],
});
