import { feature } from '../../routes/feature.ts';

export const profileFeature = feature({
  folder: 'profile',
  routes: [
    {
      number: null,
      path: '/profile',
      chunk: 'Shell',
      permission: 'signedIn',
      key: 'profile',
      page: 'ProfilePage',
      texts: ['profile'],
    },
  ],
  pictures: [
    { name: 'profile.preferences', path: '/profile?tab=preferences' },
    { name: 'profile.keys', path: '/profile?tab=keys' },
    { name: 'profile.sessions', path: '/profile?tab=sessions' },
    { name: 'profile.tokens', path: '/profile?tab=tokens' },
    { name: 'profile.newToken', path: '/profile?tab=tokens&do=new' },
  ],
});
