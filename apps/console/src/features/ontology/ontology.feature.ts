import { feature } from '../../routes/feature.ts';

export const ontologyFeature = feature({
  folder: 'ontology',
  routes: [
    {
      number: 67,
      path: '/data/apimanagement/ontology',
      chunk: 'Ontology Explorer',
      permission: ['ontology:read'],
      key: 'ontology',
      page: 'OntologyPage',
      menu: { group: 'data', place: 110 },
      texts: ['ontology', 'apiManagement'],
    },
  ],
  pictures: [
    {
      name: 'ontology.attribute',
      path: '/data/apimanagement/ontology?entity=assessment-1&attribute=assessment-1+booking.hotel',
    },
  ],
});
