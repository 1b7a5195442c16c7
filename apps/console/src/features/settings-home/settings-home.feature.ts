import { feature } from '../../routes/feature.ts';

export const settingsHomeFeature = feature({
  folder: 'settings-home',
  routes: [
    {
      number: 37,
      path: '/settings',
      chunk: 'Settings',
      permission: 'signedIn',
      key: 'settings',
      page: 'SettingsHomePage',
      texts: ['routes'],
    },
  ],
});
