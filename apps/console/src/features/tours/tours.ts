import type { TextKey } from '@redoubt/i18n';
import type { RoutePath } from '../../routes/route-table.ts';

export type TourStep = {
  readonly title: TextKey<'firstRun'>;
  readonly text: TextKey<'firstRun'>;
  /** The control it points at; a step without one on the screen stands in the middle. */
  readonly target: string;
};

export type TourId = 'console' | 'purchaseProtection';

export type Tour = {
  readonly id: TourId;
  readonly name: TextKey<'firstRun'>;
  readonly offer: TextKey<'firstRun'>;
  /** The page it is about and offered on. */
  readonly path: RoutePath;
  readonly steps: readonly TourStep[];
};

/**
 * Tours of what is built (`docs/reference/console.md#set-up-attestation-tours`). One whose page a person may not open
 * is never offered.
 */
export const TOURS: readonly Tour[] = [
  {
    id: 'console',
    name: 'tour.console.name',
    offer: 'tour.console.offer',
    path: '/',
    steps: [
      {
        title: 'tour.console.environment.title',
        text: 'tour.console.environment.text',
        target: '[data-tour="environment"]',
      },
      { title: 'tour.console.navigation.title', text: 'tour.console.navigation.text', target: '#navigation' },
      { title: 'tour.console.palette.title', text: 'tour.console.palette.text', target: '[data-tour="palette"]' },
      { title: 'tour.console.notices.title', text: 'tour.console.notices.text', target: '[data-tour="notices"]' },
      { title: 'tour.console.help.title', text: 'tour.console.help.text', target: '[data-tour="help"]' },
    ],
  },
  {
    id: 'purchaseProtection',
    name: 'tour.purchase.name',
    offer: 'tour.purchase.offer',
    path: '/fraud/purchase/rules',
    steps: [
      { title: 'tour.purchase.list.title', text: 'tour.purchase.list.text', target: '#content [data-page-title]' },
      { title: 'tour.purchase.new.title', text: 'tour.purchase.new.text', target: '#content [data-command="new"]' },
      {
        title: 'tour.purchase.lists.title',
        text: 'tour.purchase.lists.text',
        target: '#navigation a[href^="/data/lists"]',
      },
      {
        title: 'tour.purchase.search.title',
        text: 'tour.purchase.search.text',
        target: '#navigation a[href^="/search"]',
      },
    ],
  },
];

export const tourOf = (routePath: string): Tour | undefined => TOURS.find(({ path }) => path === routePath);
