import { BUILT_IN_SUBJECT_PATH, BUILT_IN_SUBJECTS, type ResidencyRule } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { exportFiles } from '../configuration/export-files.query.ts';
import { exportStoredEvents } from '../event-export/export-events.query.ts';
import { createTraceSubscription } from '../event-tracing/trace-subscriptions.commands.ts';
import { getTraceSubscriptions } from '../event-tracing/trace-subscriptions.queries.ts';
import { mailableOf } from '../report-schedules/recipients.ts';
import { startSearchExport } from '../search-exports/search-exports.ts';
import { createSubjectKeys } from '../secrets/subject-keys.ts';
import { submitSubjectRequest } from '../subject-requests/subject-requests.commands.ts';
import { downloadSupportList } from '../support-lists/support-lists.queries.ts';
import { INSTALLATION_KEY } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { TRACE_MEANS } from '../testing/trace-sending.ts';
import { getDataResidency, putDataResidency } from './data-residency.ts';

const test = useDatabase();
let scene: Scene;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Shop: { parent: 'Root' } });
});

const root = () => scene.contextIn('Root');
const shop = () => scene.contextIn('Shop');

const say = async (context: ReturnType<typeof root>, rule: Partial<ResidencyRule>) => {
  const { version } = await getDataResidency(context);
  const { geographies = null, destinations = [] } = rule;
  return putDataResidency(context, {
    version,
    geographies: geographies && [...geographies],
    destinations: destinations.map((each) => ({ ...each })),
  });
};

const subscribe = (url: string) =>
  createTraceSubscription(shop(), TRACE_MEANS, {
    name: `To ${url}`,
    description: '',
    events: ['assessments'],
    kind: 'webhook',
    settings: { url },
    secrets: {},
    filter: '',
    projection: '',
    masked: false,
  });

const search = (context = root()) =>
  startSearchExport(context, {
    eventType: 'purchase',
    from: new Date(scene.clock.now() - DAY_MS).toISOString(),
    to: new Date(scene.clock.now()).toISOString(),
    includeChildren: true,
    filters: [],
    condition: '',
    format: 'ndjson',
    withPersonal: false,
  });

/** Each way out of an environment, as a call. */
const WAYS = {
  'an export of a search': () => search(),
  'a package of a subject request': () =>
    submitSubjectRequest(root(), createSubjectKeys(INSTALLATION_KEY), {
      type: 'Export',
      assessment: BUILT_IN_SUBJECTS,
      property: BUILT_IN_SUBJECT_PATH,
      value: 'customer-1',
    }),
  'a support list': () => downloadSupportList(shop(), 'email'),
  'configuration files with lists': () => exportFiles(shop(), { without: [] }),
} as const;

describe('data of an environment', () => {
  it.each(Object.keys(WAYS) as readonly (keyof typeof WAYS)[])(
    'leaves by %s only where the rule of it or a root allows',
    async (way) => {
      await WAYS[way]();
      await say(shop(), { geographies: [] });
      await expect(WAYS[way]()).rejects.toMatchObject({
        code: 'RESIDENCY-DOWNLOAD',
        params: { environment: 'Shop', allowed: 'EU', geography: '–' },
      });
      await say(shop(), { geographies: [], destinations: [{ kind: 'download', name: '', geography: 'EU' }] });
      const refused = await WAYS[way]().then(
        () => '',
        (error: { readonly code: string }) => error.code,
      );
      expect(refused).not.toContain('RESIDENCY');
    },
  );

  it('leaves without lists whatever the rule says', async () => {
    await say(shop(), { geographies: [] });
    expect((await exportFiles(shop(), { without: ['list', 'supportList'] })).files.length).toBeGreaterThan(0);
  });

  it('is read by applications whose client id is registered in an allowed geography', async () => {
    const application = { kind: 'application', id: 'client-1', name: 'Warehouse' } as const;
    const read = () => exportStoredEvents({ ...shop(), actor: application }, { types: ['event'], limit: 10 }, false);
    await say(root(), { geographies: ['UK'] });
    await expect(read()).rejects.toMatchObject({ code: 'RESIDENCY-UNREGISTERED', params: { target: 'client-1' } });
    const registered = (geography: string) => ({
      geographies: ['UK'],
      destinations: [{ kind: 'application', name: 'client-1', geography }] as const,
    });
    await say(root(), registered('US'));
    await expect(read()).rejects.toMatchObject({
      code: 'RESIDENCY-REFUSED',
      params: { geography: 'US', allowed: 'EU, UK' },
    });
    await say(root(), registered('UK'));
    expect((await read()).text).toBe('');
  });

  it('is sent to hosts and addresses that are registered, and those in use that are not are named', async () => {
    await subscribe('https://events.example.com/in');
    await say(root(), { geographies: [] });
    await expect(subscribe('https://other.example.com/in')).rejects.toMatchObject({ code: 'RESIDENCY-UNREGISTERED' });
    expect((await getDataResidency(shop())).refused).toEqual([{ kind: 'host', name: 'events.example.com' }]);
    // What is registered below does not count for the rule of the root.
    await say(shop(), { destinations: [{ kind: 'host', name: 'example.com', geography: 'EU' }] });
    expect((await getDataResidency(shop())).refused).toHaveLength(1);
    const destinations = [
      { kind: 'host', name: 'example.com', geography: 'EU' },
      { kind: 'mail', name: 'example.com', geography: 'EU' },
    ] as const;
    await say(root(), { geographies: [], destinations });
    expect((await getDataResidency(shop())).refused).toEqual([]);
    await subscribe('https://other.example.com/in');
    expect((await getTraceSubscriptions(shop(), TRACE_MEANS)).subscriptions).toHaveLength(2);
    const addresses = ['ana@example.com', 'ben@elsewhere.example'];
    const mailable = (context: ReturnType<typeof root>) =>
      test.database.inTenant(scene.tenantId, (trx) => mailableOf(trx, context.environmentId, addresses));
    expect(await mailable(shop())).toEqual(['ana@example.com']);
    // Reports of the root count what came in below.
    await say(root(), {});
    expect(await mailable(root())).toEqual(addresses);
    await say(shop(), { geographies: [] });
    expect(await mailable(root())).toEqual([]);
  });

  it('has a rule with an entry of the activity log, which an older form does not overwrite', async () => {
    await say(root(), { geographies: ['UK'] });
    await say(root(), { geographies: ['UK'] });
    expect((await scene.activities()).filter((entry) => entry.includes('DataResidency'))).toEqual([
      'Update DataResidency Root',
    ]);
    await expect(putDataResidency(root(), { version: '0', geographies: null, destinations: [] })).rejects.toMatchObject(
      {
        code: 'RESIDENCY-STALE',
      },
    );
    expect((await getDataResidency(shop())).above).toMatchObject([{ name: 'Root', geographies: ['UK'] }]);
  });
});
