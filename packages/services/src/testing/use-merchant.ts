import type { TestDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach } from 'vitest';
import { createMerchant, type Merchant } from './merchant.ts';
import { createScene, type Scene } from './scene.ts';

export type MerchantScene = { readonly scene: Scene; readonly merchant: Merchant };

/** Gives each test of a file the environments `Root` and `Child` below it, and a merchant that sends events to them. */
export const useMerchant = (
  test: TestDatabase,
  prepare: (made: MerchantScene) => void,
  /** Runs before the merchant closes. */
  finish: () => Promise<void> = async () => undefined,
): void => {
  let merchant: Merchant | undefined;
  beforeEach(async () => {
    const scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
    merchant = await createMerchant(test.database, scene);
    prepare({ scene, merchant });
  });
  afterEach(async () => {
    await finish();
    await merchant?.close();
  });
};
