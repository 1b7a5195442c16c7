import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll, vi } from 'vitest';
import { giveLayout } from './give-layout.ts';

/** Gives every element a size, also after a test that mocked something. */
export const keepLayout = (): void => {
  beforeAll(giveLayout);
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
    giveLayout();
  });
};
