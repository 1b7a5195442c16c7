import { describe, expect, test, vi } from 'vitest';
import { createServerBuild } from './server-build.ts';

describe('the build of the server', () => {
  test('is another one from the first answer that says so on, and told once', () => {
    const build = createServerBuild(() => 'index-a.js');
    const changed = vi.fn<() => void>();
    build.subscribe(changed);
    build.seen('index-a.js');
    expect(build.differs()).toBe(false);
    build.seen('index-b.js');
    build.seen('index-a.js');
    build.seen('index-c.js');
    expect(build.differs()).toBe(true);
    expect(changed).toHaveBeenCalledOnce();
  });

  test('is not compared where the server or the page does not know its build', () => {
    const developing = createServerBuild(() => null);
    developing.seen('index-b.js');
    const silent = createServerBuild(() => 'index-a.js');
    silent.seen(null);
    expect([developing.differs(), silent.differs()]).toEqual([false, false]);
  });
});
