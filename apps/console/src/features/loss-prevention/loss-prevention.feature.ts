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
      tour: {
        id: 'lossPrevention',
        name: 'tours.name.loss',
        offer: 'tour.loss.offer',
        steps: [
          { title: 'tour.loss.report.title', text: 'tour.loss.report.text', target: '#content [data-page-title]' },
          { title: 'tour.loss.data.title', text: 'tour.loss.data.text', target: '#content a[href*="tab=data"]' },
        ],
      },
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
