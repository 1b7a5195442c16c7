import { feature } from '../../routes/feature.ts';

export const lossPreventionFeature = feature({
  folder: 'loss-prevention',
  routes: [
    {
      number: 21,
      path: '/fraud/lossprevention',
      chunk: 'Loss Prevention',
      permission: ['lossPrevention:read'],
      key: 'lossPrevention',
      menu: { group: 'fraud', place: 40 },
      page: 'LossPreventionPage',
      texts: ['lossPrevention', 'reports'],
    },
    {
      number: null,
      path: '/fraud/lossprevention/:entityKind/:entityId',
      chunk: 'Loss Prevention',
      permission: ['lossPrevention:read'],
      key: 'lossPreventionEntity',
      page: 'LossEntityPage',
      texts: ['lossPrevention', 'reports'],
    },
  ],
  pictures: [{ name: 'lossPrevention.data', path: '/fraud/lossprevention?tab=data' }],
});
