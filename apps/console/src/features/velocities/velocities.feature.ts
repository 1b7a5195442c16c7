import { feature } from '../../routes/feature.ts';

export const velocitiesFeature = feature({
  folder: 'velocities',
  routes: [
    {
      number: 53,
      path: '/data/velocities',
      chunk: 'Data',
      permission: ['functionsAndVelocities:read'],
      key: 'velocities',
      page: 'VelocitiesPage',
      menu: { group: 'data', place: 10 },
      texts: ['velocities', 'rules', 'diagnostics'],
    },
  ],
  pictures: [
    { name: 'velocities.editor', path: '/data/velocities', follow: 'Default - Email velocities' },
    { name: 'velocities.templates', path: '/data/velocities?show=templates' },
  ],
});
