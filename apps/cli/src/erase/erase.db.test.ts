import { systemClock, type Id } from '@redoubt/kernel';
import { seedDemonstration } from '@redoubt/services';
import { createLog, saveSubjectApproval } from '@redoubt/storage';
import { aPurchase, useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli, type CliRun } from '../testing/run-cli.ts';

const test = useDatabase();
const PERSON = 'person-77001';
let place: { tenantId: Id; environmentId: Id };

beforeAll(async () => {
  place = await seedDemonstration(test.database, { clock: systemClock });
  const log = createLog(test.database);
  await Promise.all([
    log.append(aPurchase(place, { eventId: 'order-1' }, { userId: PERSON })),
    log.append(aPurchase(place, { eventId: 'order-2' }, { userId: PERSON })),
    log.append(aPurchase(place, { eventId: 'order-3' }, { userId: 'somebody-else' })),
  ]);
  await log.close();
});

const erase = (words: readonly string[], input = ''): Promise<CliRun> => {
  const { socketDirectory, secrets } = test.server;
  const login = (role: string, secret: string): string =>
    `postgresql://${role}:${encodeURIComponent(secret)}@${encodeURIComponent(socketDirectory)}/${test.name}`;
  return runCli(['erase', ...words], {
    dataDirectory: '/nowhere',
    input,
    variables: {
      DATABASE_URL: login('redoubt_owner', secrets.owner),
      DATABASE_APP_URL: login('redoubt_app_login', secrets.app),
      DATABASE_INGEST_URL: login('redoubt_ingest_login', secrets.ingest),
      REDOUBT_KEY: 'the key of a test',
    },
  });
};
const here = () => ['--environment', place.environmentId];
const requests = () => test.asAdmin<{ status: string }>('select status from subject_request order by requested_at');

describe('redoubt erase', () => {
  it('shows what there is and erases nothing without the id typed again', async () => {
    const tried = await erase([PERSON, ...here(), '--dry-run']);
    expect(tried).toMatchObject({ exitCode: 0, errors: '' });
    expect(tried.output).toMatch(/^\d+ events of this person/);
    expect(tried.output).toContain('Nothing was erased: this was a dry run.');
    for (const input of ['', 'person\n']) {
      expect(await erase([PERSON, ...here()], input)).toMatchObject({
        exitCode: 1,
        errors: expect.stringContaining('Nothing was erased: the id typed again is another one.'),
      });
    }
    expect(await requests()).toEqual([]);
  });

  it('erases, and prints a receipt that does not name the person', async () => {
    const run = await erase(['-', ...here(), '--by', 'Privacy desk', '--json'], `${PERSON}\n${PERSON}\n`);
    expect(run.exitCode).toBe(0);
    expect(run.output).not.toContain(PERSON);
    expect(JSON.parse(run.output)).toMatchObject({
      events: 2,
      counts: [{ kind: 'purchase', count: 2 }],
      requestedBy: 'Privacy desk',
      completedAt: expect.any(String),
      environment: { id: place.environmentId },
    });
    const left = await test.asAdmin(`select event_id from event_identity where event_id like 'order-%' order by 1`);
    expect(left).toEqual([{ event_id: 'order-3' }]);
    expect(await requests()).toEqual([{ status: 'Complete' }]);
  });

  it('leaves the decision to a second person where the environment asks for one', async () => {
    await test.database.inTenant(place.tenantId, (trx) =>
      saveSubjectApproval(trx, place, true, { by: 'test', at: new Date() }),
    );
    const ask = () => erase(['somebody-else', ...here(), '--confirm', 'somebody-else']);
    expect(await ask()).toMatchObject({ exitCode: 3, errors: expect.stringContaining('waits for a second person') });
    expect(await ask()).toMatchObject({ exitCode: 1, errors: expect.stringContaining('is asked for already') });
  });

  it('says by which ids persons are found, and which environment is not there', async () => {
    expect(await erase([PERSON, ...here(), '--property', 'user.email'])).toMatchObject({
      exitCode: 2,
      errors: expect.stringContaining('builtIn: user.userId'),
    });
    expect(await erase([PERSON, '--environment', 'Nowhere'])).toMatchObject({
      exitCode: 1,
      errors: expect.stringMatching(/^There is no environment Nowhere; there are .+\.$/),
    });
  });
});
