import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { EventDataSet } from '@redoubt/domain';
import type { JsonObject } from '@redoubt/kernel';
import { expireUploads } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, expect, it } from 'vitest';
import type { EnvironmentContext } from '../context.ts';
import { sweepUploads, uploadedLines } from '../subject-requests/subject-uploads.ts';
import { workOff } from '../testing/jobs.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { createUploadChecks } from './check-upload.job.ts';
import { createUploadImports } from './import-upload.job.ts';
import { createUploadUndos } from './undo-upload.job.ts';
import { checkUpload, createUpload, processUpload, sendUploadChunk, undoUpload } from './uploads.commands.ts';
import { getUpload } from './uploads.queries.ts';

const test = useDatabase();
const HASHES = { hashEventId: ({ eventId }: { eventId: string }) => `hash of ${eventId}` };
let scene: Scene;
let merchant: Merchant;
let context: EnvironmentContext;
/** Bodies of events as they were recorded, by their ids. */
const bodies = new Map<string, JsonObject>();

const place = () => ({ database: test.database, clock: scene.clock });

/** Uploads a file and has it checked. */
const checked = async (dataSet: EventDataSet, lines: readonly string[]): Promise<string> => {
  const content = Buffer.from([...lines, ''].join('\n'));
  const { id } = await createUpload(context, { dataSet, name: `${dataSet}.csv`, sizeBytes: content.length });
  await sendUploadChunk(context, id, { offset: 0, crc32: crc32(content), stream: Readable.from([content]) });
  await checkUpload(context, id);
  await workOff(place(), createUploadChecks(place()));
  return id;
};

/** The same, and has its lines stored. */
const stored = async (dataSet: EventDataSet, lines: readonly string[]): Promise<string> => {
  const id = await checked(dataSet, lines);
  await processUpload(context, id);
  const { service } = merchant;
  const watched: Parameters<typeof createUploadImports>[0]['service'] = {
    resolveOpen: (...of) => service.resolveOpen(...of),
    record: (incoming, ...rest) => {
      const { purchaseId, userId } = incoming.body as { purchaseId?: string; userId?: string };
      bodies.set(purchaseId ?? userId ?? '', JSON.parse(incoming.requestText) as JsonObject);
      return service.record(incoming, ...rest);
    },
  };
  await workOff(place(), createUploadImports({ ...place(), service: watched }));
  return id;
};
const waiting = () =>
  test.asAdmin<{ owner: string }>(
    `select owner_id as owner from upload_item where tenant_id = '${scene.tenantId}' order by 1`,
  );

const PURCHASES = 'purchaseId,time,totalAmount,currency,userId,ProductId';
const PRODUCTS = 'PurchaseId,ProductId,ProductName,Quantity';

beforeAll(async () => {
  scene = await createScene(test.database, { Shop: {} });
  merchant = await createMerchant(test.database, scene);
  context = scene.contextIn('Shop');
  await merchant.refresh();
});

it('purchases take products and payment instruments of other files by their ids', async () => {
  await stored('products', [PRODUCTS, 'p-1,a,Shirt,2', 'p-1,b,Shoes,1', 'p-2,c,Hat,1', 'p-9,d,Coat,1']);
  const instruments = await stored('paymentInstruments', [
    'purchaseId,paymentInstrumentType,bin,billingCity',
    'p-1,CreditCard,411111,Berlin',
  ]);
  expect(await getUpload(context, instruments)).toMatchObject({
    state: 'succeeded',
    stored: 1,
    actions: ['undo', 'delete'],
  });
  const purchases = [PURCHASES, 'p-1,2025-03-01T10:00:00Z,9.5,EUR,u-1,own', 'p-2,2025-03-01T11:00:00Z,9.5,EUR,u-2,'];
  const id = await stored('purchases', purchases);
  expect(await getUpload(context, id)).toMatchObject({ state: 'succeeded', stored: 2, refused: 0 });
  expect(bodies.get('p-1')).toMatchObject({
    productList: [{ productId: 'own' }, { productId: 'a', productName: 'Shirt', quantity: 2 }, { productId: 'b' }],
    paymentInstrumentList: [{ type: 'CreditCard', bin: '411111', billingAddress: { city: 'Berlin' } }],
  });
  expect(bodies.get('p-2')).toMatchObject({ productList: [{ productId: 'c' }] });
  // What was taken is the event's now; what no purchase took waits.
  expect(await waiting()).toEqual([{ owner: 'p-9' }]);
});

it('of two files with lines of a purchase the newer one counts, and undo removes what waits', async () => {
  scene.clock.advance(1000);
  const newer = await stored('products', [PRODUCTS, 'p-9,e,Scarf,1', 'p-8,f,Belt,1']);
  await stored('purchases', [PURCHASES, 'p-9,2025-03-02T10:00:00Z,9.5,EUR,u-1,']);
  expect(bodies.get('p-9')).toMatchObject({ productList: [{ productId: 'e' }] });
  expect(await waiting()).toEqual([{ owner: 'p-8' }]);
  await undoUpload(context, newer);
  await workOff(place(), createUploadUndos({ ...place(), keys: HASHES }));
  expect(await getUpload(context, newer)).toMatchObject({ state: 'undone', undone: 1 });
  expect(await waiting()).toEqual([]);
});

it('account updates take addresses and payment instruments of their user', async () => {
  await stored('accountAddresses', ['userId,type,city', 'u-5,Billing,Paris', 'u-5,Shipping,Lyon']);
  await stored('accountPaymentInstruments', ['userId,type,bin', 'u-5,CreditCard,411111']);
  await stored('accountUpdates', ['userId,time', 'u-5,2025-03-01T10:00:00Z']);
  expect(bodies.get('u-5')).toMatchObject({
    addressList: [
      { type: 'Billing', city: 'Paris' },
      { type: 'Shipping', city: 'Lyon' },
    ],
    paymentInstrumentList: [{ type: 'CreditCard', bin: '411111' }],
  });
});

it('refuses a line without its id, without an item or with a value that is none', async () => {
  const id = await checked('products', [PRODUCTS, ',a,Shirt,1', 'p-1,,,', 'p-1,a,Shirt,many', 'p-1,a,Shirt,1']);
  expect(await getUpload(context, id)).toMatchObject({ state: 'ready', rows: 4, refused: 3 });
});

it('leaves no waiting line of a person who is erased, exports it before, and keeps none for more than thirty days', async () => {
  await stored('accountAddresses', ['userId,city,street1', 'u-7,Rome,Via A', 'u-8,Rome,Via B']);
  const environments = [scene.idOf('Shop')];
  const found = await uploadedLines(test.database, scene.tenantId, environments, ' U-7 ');
  expect(found).toMatchObject([
    { uploadedItem: { file: 'accountAddresses.csv', ownerId: 'u-7', item: { city: 'Rome' } } },
  ]);
  await sweepUploads(test.database, scene.clock, scene.tenantId, environments, 'via b');
  expect(await waiting()).toEqual([{ owner: 'u-7' }]);
  const later = new Date(scene.clock.now() + 31 * 86_400_000);
  await test.database.inTenant(scene.tenantId, (trx) => expireUploads(trx, later));
  expect(await waiting()).toEqual([]);
});
