import type { EnvironmentSummary } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import { startEnvironment } from './start-environment.ts';

const environment = (id: string, change: Partial<EnvironmentSummary> = {}): EnvironmentSummary =>
  ({
    id,
    name: id,
    status: 'Active',
    parentId: null,
    hasAccess: true,
    capabilities: {},
    ...change,
  }) as EnvironmentSummary;

describe('the starting environment', () => {
  const child = environment('child', { parentId: 'root' });
  const all = [
    child,
    environment('root'),
    environment('shut', { hasAccess: false }),
    environment('new', { status: 'Creating' }),
  ];

  it('is the one in the address, else the last used, else the first accessible root', () => {
    expect(startEnvironment(all, ['child', 'root'])?.id).toBe('child');
    expect(startEnvironment(all, [null, 'child'])?.id).toBe('child');
    expect(startEnvironment(all, [null, null])?.id).toBe('root');
  });

  it('is never one without access or not active', () => {
    expect(startEnvironment(all, ['shut', 'new'])?.id).toBe('root');
  });

  it('is any accessible one where no root is, and none where nothing is', () => {
    expect(startEnvironment([child], [null, null])?.id).toBe('child');
    expect(startEnvironment([environment('shut', { hasAccess: false })], [null, null])).toBeUndefined();
  });
});
