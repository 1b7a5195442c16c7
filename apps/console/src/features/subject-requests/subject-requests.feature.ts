import { feature } from '../../routes/feature.ts';

export const subjectRequestsFeature = feature({
  folder: 'subject-requests',
  routes: [
    {
      number: 45,
      path: '/settings/subject',
      chunk: 'Settings',
      permission: ['subjectRequestsView:read'],
      key: 'subject',
      page: 'SubjectHomePage',
      menu: { group: 'settings', place: 40 },
      texts: [],
    },
    {
      number: 46,
      path: '/settings/subject/search',
      chunk: 'Settings',
      permission: ['subjectRequestsSubmit:write'],
      key: 'subjectSearch',
      page: 'SubjectSearchPage',
      texts: ['subjectRequests', 'supportLists', 'velocities'],
    },
    {
      number: 47,
      path: '/settings/subject/requests',
      chunk: 'Settings',
      permission: ['subjectRequestsView:read'],
      key: 'subjectRequests',
      page: 'SubjectRequestsPage',
      texts: ['subjectRequests', 'velocities'],
    },
  ],
});
