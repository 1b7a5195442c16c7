import { ROUTES } from '@redoubt/console/routes';
import { allows, capabilitiesOf, type Role } from '@redoubt/domain';
import { visit } from '../support/console.ts';
import { expect, test, type Page, type Person } from '../support/test.ts';

type RouteEntry = (typeof ROUTES)[number];

const ROLES: readonly { readonly person: Person; readonly role: Role }[] = [
  { person: 'productAdmin', role: 'ProductAdmin' },
  { person: 'viewer', role: 'AllAreasViewer' },
  { person: 'supportAgent', role: 'SupportAgent' },
];

const isRedirect = (route: RouteEntry): route is Extract<RouteEntry, { redirectTo: string }> => 'redirectTo' in route;

/** The route a redirect ends at. */
const destination = (route: RouteEntry): RouteEntry => {
  const next = isRedirect(route) ? ROUTES.find((each) => each.path === route.redirectTo) : undefined;
  return next ? destination(next) : route;
};

const mayOpen = (route: RouteEntry, role: Role): boolean => {
  const { permission } = destination(route);
  const held = capabilitiesOf([role], 'Standard');
  return typeof permission === 'string' || permission.some((one) => allows(held, one));
};

const addressOf = (path: string, environmentId: string): string =>
  path.replace(':eventType', 'purchase').replace(':envId', environmentId).replaceAll(/:\w+/g, 'unknown');

const LEAVES_THE_FRAME = new Set(['/signed-out']);

const expectRoute = async (page: Page, route: RouteEntry, allowed: boolean): Promise<void> => {
  const main = page.getByRole('main');
  if (!allowed) {
    await expect(main.getByText('Your roles do not include this page'), route.path).toBeVisible();
    return;
  }
  await expect(main.getByText('Your roles do not include this page'), route.path).toHaveCount(0);
  await expect(main.getByRole('heading').first(), route.path).toBeVisible();
};

for (const { person, role } of ROLES) {
  test(`every route opens for ${role} or is refused, as the matrix says`, async ({ openAs, demo }) => {
    const page = await openAs(person);
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(error.message));
    for (const route of ROUTES) {
      if (LEAVES_THE_FRAME.has(route.path)) continue;
      await visit(page, addressOf(route.path, demo.environmentId));
      await expectRoute(page, route, mayOpen(route, role));
    }
    expect(failures).toEqual([]);
  });
}

test('an unknown address says so', async ({ openAs }) => {
  const page = await openAs('viewer', '/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});
