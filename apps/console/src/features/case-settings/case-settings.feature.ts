import { feature } from '../../routes/feature.ts';

export const caseSettingsFeature = feature({
  folder: 'case-settings',
  routes: [
    {
      number: 70,
      path: '/adminsettings',
      chunk: 'Admin Settings',
      permission: ['adminBilling:read', 'adminConfiguration:read', 'adminSearch:read'],
      key: 'admin',
      menu: { group: 'admin', place: 10, rootOnly: true },
      redirectTo: '/adminsettings/configuration',
    },
    {
      number: null,
      path: '/adminsettings/configuration',
      chunk: 'Admin Settings',
      permission: ['adminConfiguration:read'],
      key: 'adminConfiguration',
      page: 'CaseSettingsPage',
      texts: ['caseSettings', 'rules', 'diagnostics', 'problems'],
    },
  ],
});
