import { feature } from '../../routes/feature.ts';

export const functionsFeature = feature({
  folder: 'functions',
  routes: [
    {
      number: 69,
      path: '/data/functions',
      chunk: 'Data',
      permission: ['functionsAndVelocities:read'],
      key: 'functions',
      page: 'FunctionsPage',
      menu: { group: 'data', place: 20 },
      texts: ['functions', 'rules', 'diagnostics'],
    },
  ],
});
