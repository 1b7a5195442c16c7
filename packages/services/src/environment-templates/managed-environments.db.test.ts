import { DAY_MS, HOUR_MS, MINUTE_MS } from '@redoubt/kernel';
import { setEnvironmentStatus } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportConfiguration } from '../configuration/export-configuration.ts';
import type { EnvironmentContext } from '../context.ts';
import { getManagedEnvironment } from '../environment-management/managed-environment-detail.query.ts';
import {
  changeManagedEnvironment,
  deleteManagedEnvironment,
  restoreManagedEnvironment,
  retryManagedEnvironment,
} from '../environment-management/managed-environments.commands.ts';
import { getManagedEnvironments } from '../environment-management/managed-environments.query.ts';
import { createPurges } from '../environment-management/purge-environments.ts';
import { placeHold } from '../retention/retention.commands.ts';
import { attemptOnce, workOff } from '../testing/jobs.ts';
import { noticesOf } from '../testing/raised-notices.ts';
import { importFiles } from '../testing/import-files.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { WHOLE_CONFIGURATION } from '../testing/whole-configuration.ts';
import { createManagedEnvironment } from './create-environment.command.ts';
import { createEnvironmentCreations } from './environment-creations.ts';
import { createEnvironmentTemplate, importEnvironmentTemplate } from './environment-templates.commands.ts';
import {
  getEnvironmentTemplateContents,
  getEnvironmentTemplateFile,
  getEnvironmentTemplates,
} from './environment-templates.queries.ts';

const test = useDatabase();
const PARTS =
  /^(?:assessments|external-assessments|functions|lists|external-calls|rule-templates|velocities|support-lists)\/|^rules\/(?:purchase\/(?:Busy|Zones|Support)|accountLogin)/;
const options = {
  geographies: [{ code: 'US', friendlyName: 'United States' }],
  undoWindowMs: 3 * DAY_MS,
};
const admin = { userId: 'ines', roles: ['ProductAdmin'], wids: [] };
const PARTLY = Object.fromEntries(Object.entries(WHOLE_CONFIGURATION).filter(([path]) => PARTS.test(path)));
let merchant: Merchant;
let scene: Scene;

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root', customerApiId: 'child' } });
  merchant = await createMerchant(test.database, scene);
});
afterAll(() => merchant.close());

const creations = () =>
  createEnvironmentCreations({ database: test.database, clock: scene.clock, calls: merchant.calls });
const work = () => workOff({ database: test.database, clock: scene.clock }, creations());

type Input = Parameters<typeof createManagedEnvironment>[3];
const input = (more: Partial<Input> = {}): Input => ({
  parentId: scene.idOf('Root'),
  name: 'Nordics',
  friendlyName: null,
  description: '',
  tags: [],
  kind: 'Sandbox',
  customerApiId: null,
  geography: null,
  template: null,
  ...more,
});
const create = (more: Partial<Input> = {}, person = admin) =>
  createManagedEnvironment(scene.contextIn('Root'), person, options, input(more));
const find = async (id: string) =>
  (await getManagedEnvironments(scene.contextIn('Root'), admin, options)).environments.find((each) => each.id === id);
const act = <A extends readonly unknown[], T>(
  command: (context: EnvironmentContext, person: typeof admin, given: typeof options, ...args: A) => Promise<T>,
  ...args: A
) => command(scene.contextIn('Root'), admin, options, ...args);

describe('an environment from the console', () => {
  it('is New until a job has made it Active, with rules of its own, and takes the geography of its root', async () => {
    const { id, ...made } = await create({ name: 'Nordics', tags: ['shop', 'shop'] });
    expect(made).toMatchObject({ status: 'New', geography: { code: 'EU' }, tags: ['shop'] });
    await expect(create({ name: ' nordics ' })).rejects.toMatchObject({ code: 'ENV-NAME-TAKEN' });
    await work();
    expect(await find(id)).toMatchObject({ status: 'Active', contents: { rules: 3 }, progress: null });
  });

  it('is a root only for the product admin of the whole tenant, in a geography that is offered', async () => {
    const root = await create({ parentId: null, name: 'Second', geography: 'US' });
    expect(root).toMatchObject({ isRoot: true, geography: { code: 'US', friendlyName: 'United States' } });
    const nowhere = create({ parentId: null, name: 'Third', geography: 'XX' });
    await expect(nowhere).rejects.toMatchObject({ code: 'ENV-GEOGRAPHY-UNKNOWN' });
    const one = { userId: 'areas', roles: ['AllAreas_Admin'], wids: [] };
    const refused = create({ parentId: null, name: 'Third', geography: 'US' }, one);
    await expect(refused).rejects.toMatchObject({ params: { permission: 'rootEnvironments:write' } });
    await scene.assignRole('local', 'ProductAdmin', 'Root');
    const local = create({ parentId: null, name: 'Third', geography: 'US' }, { userId: 'local', roles: [], wids: [] });
    await expect(local).rejects.toMatchObject({ params: { permission: 'rootEnvironments:write' } });
  });

  it('is gone on with by the next node where one stopped, and fails after an hour', async () => {
    await work();
    const { id } = await create({ name: 'Slow' });
    const stopped = new AbortController();
    stopped.abort(new Error('killed'));
    const run = (signal: AbortSignal) => (job: Parameters<ReturnType<typeof creations>['run']>[0]) =>
      creations()
        .run(job, { signal, report: () => undefined })
        .catch(() => undefined);
    await attemptOnce({ database: test.database, clock: scene.clock }, 'environmentCreation', run(stopped.signal));
    expect(await find(id)).toMatchObject({ status: 'Creating' });
    scene.clock.advance(HOUR_MS + MINUTE_MS);
    await work();
    expect(await find(id)).toMatchObject({ status: 'CreateFailed', statusReason: expect.stringMatching(/an hour/) });
    expect(await act(retryManagedEnvironment, id)).toMatchObject({ status: 'Creating' });
    await work();
    expect(await find(id)).toMatchObject({ status: 'Active', statusReason: null });
  });

  it('says which line of a template is refused; undoing its deletion does not open it', async () => {
    const text =
      'rule: Broken\nassessment: purchase\nactive: true\nclauses:\n  - name: A\n    code: |\n      RETURN Nothing()\n';
    const files = [{ path: 'rules/purchase/Broken.yaml', text }];
    const file = {
      redoubtTemplate: 1,
      type: 'environment',
      name: 'Wrong',
      description: '',
      source: '',
      files,
    } as const;
    const { id } = await create({ name: 'Broken', template: { kind: 'file', file } });
    await work();
    const failed = await find(id);
    expect(failed).toMatchObject({ status: 'CreateFailed', may: { retry: true, remove: true } });
    expect(failed?.statusReason).toMatch(/^rules\/purchase\/Broken\.yaml:\d+: /);
    expect((await noticesOf(scene)).find(({ params }) => params['name'] === 'Broken')).toMatchObject({
      code: 'ENVIRONMENT-CREATE-FAILED',
      severity: 'Error',
      params: { reason: failed?.statusReason },
      link: `/environments?open=${id}`,
    });
    await act(deleteManagedEnvironment, id, { name: 'Broken' });
    expect(await act(restoreManagedEnvironment, id)).toMatchObject({ status: 'CreateFailed' });
  });
});

describe('the life of an environment', () => {
  let id: string;
  beforeEach(async () => {
    id = (await create({ name: `Life ${scene.clock.now()}` })).id;
    await work();
    scene.clock.advance(MINUTE_MS);
  });

  it('changes its name for those who read it last', async () => {
    const before = await find(id);
    const said = { friendlyName: 'Life', description: 'd', tags: ['a'] };
    const change = () =>
      act(changeManagedEnvironment, id, { version: before?.version ?? '', name: `N ${id.slice(0, 8)}`, ...said });
    expect(await change()).toMatchObject(said);
    await expect(change()).rejects.toMatchObject({ code: 'ENV-STALE' });
  });

  it('is deleted with its name typed, undone within the configured time, and purged after it', async () => {
    const { name = '' } = (await find(id)) ?? {};
    await expect(act(deleteManagedEnvironment, id, { name: 'Life' })).rejects.toMatchObject({
      params: { why: 'nameTyped' },
    });
    await expect(act(deleteManagedEnvironment, scene.idOf('Root'), { name: 'Root' })).rejects.toMatchObject({
      params: { why: 'noChild' },
    });
    const undoUntil = new Date(scene.clock.now() + options.undoWindowMs).toISOString();
    expect(await act(deleteManagedEnvironment, id, { name })).toMatchObject({ status: 'SoftDeleting', undoUntil });
    expect(await act(restoreManagedEnvironment, id)).toMatchObject({ status: 'Active', undoUntil: null });
    await act(deleteManagedEnvironment, id, { name });
    expect(await find(id)).toMatchObject({ isHeld: false });
    const until = new Date(scene.clock.now() + DAY_MS).toISOString();
    await placeHold(scene.contextIn('Root'), { scope: 'environment', reason: 'Claim 17', until });
    expect(await find(id)).toMatchObject({ status: 'SoftDeleting', isHeld: true });
    scene.clock.advance(options.undoWindowMs);
    expect(await find(id)).toMatchObject({ isHeld: false });
    await expect(act(restoreManagedEnvironment, id)).rejects.toMatchObject({ params: { why: 'withinWindow' } });
    await workOff({ database: test.database, clock: scene.clock }, createPurges(test.database, scene.clock));
    expect(await find(id)).toMatchObject({ status: 'Deleted', contents: { rules: 0 } });
  });

  it('lets the product admin try a purge again that failed', async () => {
    const at = new Date(scene.clock.now());
    const deletion = { deletedAt: new Date(at.getTime() - DAY_MS), purgeAt: at };
    await test.database.inTenant(scene.tenantId, (trx) =>
      setEnvironmentStatus(trx, id, { status: 'DeleteFailed', reason: 'x', deletion }, { by: 'test', at }),
    );
    expect(await act(retryManagedEnvironment, id)).toMatchObject({ status: 'Deleting', statusReason: null });
    await workOff({ database: test.database, clock: scene.clock }, createPurges(test.database, scene.clock));
    expect(await find(id)).toMatchObject({ status: 'Deleted' });
  });
});

describe('a template of an environment', () => {
  it('holds what decides, without samples, rows and people, and makes an environment that decides the same', async () => {
    const { problems } = await importFiles(scene.contextIn('Root'), PARTLY, { calls: merchant.calls });
    expect(problems).toEqual([]);
    const template = await createEnvironmentTemplate(scene.contextIn('Root'), { name: 'Shop', description: '' });
    expect(template).toMatchObject({ source: 'Root', inheritedFrom: null });
    const { files } = await getEnvironmentTemplateFile(scene.contextIn('Root'), template.id);
    expect(files.filter(({ text }) => /^payload:(?! \{\})|^sampleResponse:/m.test(text))).toEqual([]);
    expect(files.filter(({ path }) => path.startsWith('support-lists'))).toEqual([]);
    expect(files.filter(({ path, text }) => path.endsWith('.csv') && text.trim().includes('\n'))).toEqual([]);
    const root = { parentId: null, name: 'Copy', geography: 'US' };
    const made = await create({ ...root, template: { kind: 'library', templateId: template.id } });
    await work();
    expect(await find(made.id)).toMatchObject({ status: 'Active', statusReason: null });
    const copy = { ...scene.contextIn('Root'), environmentId: made.id };
    expect((await getEnvironmentTemplates(scene.contextIn('Child'))).templates).toMatchObject([
      { name: 'Shop', inheritedFrom: 'Root' },
    ]);
    const rules = async (context: EnvironmentContext) =>
      (await exportConfiguration(context)).filter(({ path }) => path.startsWith('rules/')).map(({ path }) => path);
    expect(await rules(copy)).toEqual(expect.arrayContaining(await rules(scene.contextIn('Root'))));

    const detail = await act(getManagedEnvironment, scene.idOf('Child'));
    expect(detail.path).toEqual(['Root', 'Child']);
    const parts = Object.fromEntries(
      detail.inherited.map((part) => [part.thing, part.from.map((each) => each.environmentName)]),
    );
    expect(parts).toMatchObject({ rules: ['Root'], environmentTemplates: ['Root'] });
    expect(detail.references[0]).toBe(`/${scene.idOf('Root')}/child`);
  });

  it('shows the names that it holds by kind', async () => {
    const [made] = (await getEnvironmentTemplates(scene.contextIn('Root'))).templates;
    const held = await getEnvironmentTemplateContents(scene.contextIn('Child'), made?.id ?? '');
    expect(held).toMatchObject({ problems: [], ignored: [] });
    expect(Object.fromEntries(held.kinds.map(({ kind, names }) => [kind, names.length]))).toEqual(made?.contents);
    expect(held.kinds.find(({ kind }) => kind === 'rule')?.names.length).toBeGreaterThan(0);
  });

  it('is refused from an edited file, with the place that cannot be read', async () => {
    const file = {
      redoubtTemplate: 1,
      type: 'environment',
      name: 'Edited',
      description: '',
      source: 'Root',
      files: [{ path: 'velocities/cards.yaml', text: 'velocitySet: Cards\nvelocities: 7\n' }],
    } as const;
    await expect(
      importEnvironmentTemplate(scene.contextIn('Root'), { file: { ...file, files: [...file.files] } }),
    ).rejects.toMatchObject({
      code: 'REQ-INVALID',
      problems: [
        { path: 'body.file.files.velocities/cards.yaml:2:13', message: expect.stringMatching(/^velocities: /) },
      ],
    });
    const { templates } = await getEnvironmentTemplates(scene.contextIn('Root'));
    expect(templates.map(({ name }) => name)).toEqual(['Shop']);
  });
});
