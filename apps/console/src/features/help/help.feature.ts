import { feature } from '../../routes/feature.ts';

export const helpFeature = feature({
  folder: 'help',
  routes: [
    {
      number: null,
      path: '/help/language',
      chunk: 'Shell',
      permission: 'signedIn',
      key: 'languageGuide',
      page: 'LanguageGuidePage',
      texts: ['help'],
    },
  ],
});
