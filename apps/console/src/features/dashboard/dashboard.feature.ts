import { feature } from '../../routes/feature.ts';

export const dashboardFeature = feature({
  folder: 'dashboard',
  routes: [
    {
      number: 1,
      path: '/',
      chunk: 'Dashboard',
      permission: ['dashboard:read'],
      key: 'dashboard',
      page: 'DashboardPage',
      menu: { group: 'dashboard', place: 10 },
      texts: ['dashboard'],
      goKey: 'd',
      tour: {
        id: 'console',
        name: 'tours.name.console',
        offer: 'tour.console.offer',
        steps: [
          {
            title: 'tour.console.environment.title',
            text: 'tour.console.environment.text',
            target: '[data-tour="environment"]',
          },
          { title: 'tour.console.navigation.title', text: 'tour.console.navigation.text', target: '#navigation' },
          { title: 'tour.console.palette.title', text: 'tour.console.palette.text', target: '[data-tour="palette"]' },
          { title: 'tour.console.notices.title', text: 'tour.console.notices.text', target: '[data-tour="notices"]' },
          { title: 'tour.console.help.title', text: 'tour.console.help.text', target: '[data-tour="help"]' },
        ],
      },
    },
  ],
});
