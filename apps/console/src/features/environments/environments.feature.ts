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
      page: 'EnvironmentsPage',
      menu: { group: 'environments', place: 10 },
      texts: ['environments'],
      goKey: 'e',
    },
  ],
  pictures: [{ name: 'environments.new', path: '/environments?do=new' }],
});
