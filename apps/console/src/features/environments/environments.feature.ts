import { feature } from '../../routes/feature.ts';

export const environmentsFeature = feature({
  folder: 'environments',
  routes: [
    {
      number: 34,
      path: '/environments',
      chunk: 'Environments',
      permission: ['rootEnvironmentsUpdate:read', 'childEnvironments:read'],
      key: 'environments',
      tour: {
        id: 'environments',
        name: 'tours.name.environments',
        offer: 'tour.environments.offer',
        steps: [
          {
            title: 'tour.environments.tree.title',
            text: 'tour.environments.tree.text',
            target: '#content [data-page-title]',
          },
          {
            title: 'tour.environments.new.title',
            text: 'tour.environments.new.text',
            target: '#content [data-command="new"]',
          },
        ],
      },
      page: 'EnvironmentsPage',
      menu: { group: 'environments', place: 10 },
      texts: ['environments'],
      goKey: 'e',
    },
  ],
  pictures: [{ name: 'environments.new', path: '/environments?do=new' }],
});
