import { feature } from '../../routes/feature.ts';

export const peopleFeature = feature({
  folder: 'people',
  routes: [
    {
      number: 43,
      path: '/settings/access',
      chunk: 'Settings',
      permission: ['accessControlPeople:read'],
      key: 'access',
      page: 'PeoplePage',
      menu: { group: 'settings', place: 30 },
      texts: ['people'],
    },
    {
      number: null,
      path: '/settings/access/review',
      chunk: 'Settings',
      permission: ['accessControlPeople:read'],
      key: 'accessReview',
      page: 'AccessReviewPage',
      texts: ['people'],
    },
    {
      number: null,
      path: '/settings/access/who',
      chunk: 'Settings',
      permission: ['accessControlPeople:read'],
      key: 'accessWho',
      page: 'WhoPage',
      texts: ['people', 'shell'],
    },
    {
      number: null,
      path: '/settings/access/roles',
      chunk: 'Settings',
      permission: ['accessControlPeople:read'],
      key: 'accessRoles',
      page: 'RoleMatrixPage',
      texts: ['people', 'shell'],
    },
  ],
});
