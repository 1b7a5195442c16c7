import { expect, test } from 'vitest';
import { pageAt } from './preload-page.ts';

test('an address has the page that its route shows, also where it has parameters or leads elsewhere', () => {
  expect(pageAt('/')?.page).toBe('DashboardPage');
  expect(pageAt('/search')?.page).toBe('SearchPage');
  expect(pageAt('/search/purchase/7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c01/ord-1')?.page).toBe('EventPage');
  expect(pageAt('/no/such/page')).toBeUndefined();
});
