import { feature } from '../../routes/feature.ts';

export const userProvisioningFeature = feature({
  folder: 'user-provisioning',
  routes: [
    {
      number: null,
      path: '/settings/access/provisioning',
      chunk: 'Settings',
      permission: ['accessControlPeople:read'],
      key: 'accessProvisioning',
      page: 'ProvisioningPage',
      texts: ['provisioning', 'people'],
    },
  ],
  pictures: [{ name: 'provisioning.newToken', path: '/settings/access/provisioning?do=new' }],
});
